import java.util.*;

/** A list changed while it is iterated says so. */
public class FailFast {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3, 4));
        try { for (Integer i : list) if (i == 2) list.remove(i); } catch (ConcurrentModificationException e) { System.out.println("changed " + e.getMessage()); }
        System.out.println(list);
        for (Integer i : list) if (i == 3) list.remove(i);
        System.out.println(list);
        Iterator<Integer> it = list.iterator();
        it.next(); it.remove();
        try { it.remove(); } catch (IllegalStateException e) { System.out.println("twice"); }
        Map<String, Integer> map = new HashMap<>(Collections.singletonMap("a", 1));
        try { for (String k : map.keySet()) map.put(k + k, 1); } catch (ConcurrentModificationException e) { System.out.println("map " + map.size()); }
    }
}
