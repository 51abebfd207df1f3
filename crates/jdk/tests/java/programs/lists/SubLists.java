import java.util.*;

/** A part of a list is a view of it. */
public class SubLists {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 10; i++) list.add(i);
        List<Integer> part = list.subList(3, 7);
        part.set(0, 33);
        part.remove(1);
        part.add(99);
        System.out.println(list + " " + part);
        part.clear();
        System.out.println(list);
        Collections.reverse(list.subList(0, 3));
        Collections.swap(list, 0, 5);
        Collections.rotate(list, 2);
        System.out.println(list);
        list.add(5);
        try { part.size(); } catch (ConcurrentModificationException e) { System.out.println("changed behind its back"); }
    }
}
