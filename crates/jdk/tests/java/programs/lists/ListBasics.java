import java.util.*;

/** A list of numbers: adding, removing by index and by value, searching. */
public class ListBasics {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(Arrays.asList(5, 3, 8, 3, 1));
        list.add(2, 100);
        list.remove(3);
        list.remove(Integer.valueOf(3));
        list.addAll(1, Arrays.asList(7, 7));
        System.out.println(list + " " + list.size() + " " + list.indexOf(7) + " " + list.lastIndexOf(7) + " " + list.contains(8) + " " + list.get(0));
        list.set(0, -1);
        list.removeAll(Collections.singleton(7));
        list.retainAll(Arrays.asList(-1, 100, 1));
        System.out.println(list + " " + list.hashCode() + " " + list.equals(Arrays.asList(-1, 100, 1)));
    }
}
