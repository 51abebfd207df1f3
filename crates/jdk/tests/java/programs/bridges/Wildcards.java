import java.util.*;

/** Bounds above and below. */
public class Wildcards {
    static double sum(Collection<? extends Number> c) { double s = 0; for (Number n : c) s += n.doubleValue(); return s; }
    static void fill(Collection<? super Integer> c) { for (int i = 0; i < 3; i++) c.add(i); }
    static <K, V extends Comparable<? super V>> K best(Map<K, V> m) { K k = null; V v = null; for (Map.Entry<K, V> e : m.entrySet()) if (v == null || e.getValue().compareTo(v) > 0) { k = e.getKey(); v = e.getValue(); } return k; }

    public static void main(String[] args) throws Exception {
        List<Number> l = new ArrayList<>();
        fill(l); l.add(2.5);
        Map<String, Integer> m = new TreeMap<>();
        m.put("a", 3); m.put("b", 7); m.put("c", 5);
        System.out.println(sum(l) + " " + l + " " + best(m));
    }
}
