import java.util.*;

/** What is left of types at run time. */
public class Erasure {
    static <T> T first(List<T> l) { return l.get(0); }
    static <T extends Comparable<T>> T max(List<? extends T> l) { T m = null; for (T t : l) if (m == null || t.compareTo(m) > 0) m = t; return m; }
    @SuppressWarnings("unchecked") static <T> T[] array(T... ts) { return ts; }

    public static void main(String[] args) throws Exception {
        List<String> strings = new ArrayList<>();
        @SuppressWarnings({"unchecked", "rawtypes"}) List<Object> raw = (List) strings;
        raw.add(5);
        Object o = strings.get(0);
        System.out.println(o);
        try { String s = strings.get(0); } catch (ClassCastException e) { System.out.println("heap pollution"); }
        System.out.println((strings.getClass() == new ArrayList<Integer>().getClass()) + " " + max(Arrays.asList(3, 9, 2)) + " " + first(Arrays.asList("x")) + " " + array("a").getClass().getSimpleName());
    }
}
