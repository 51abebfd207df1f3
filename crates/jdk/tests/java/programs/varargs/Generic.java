import java.util.*;

/** Generic arrays made for variable arguments. */
public class Generic {
    @SafeVarargs static <T> List<T> list(T... ts) { return new ArrayList<>(Arrays.asList(ts)); }
    @SafeVarargs static <T extends Comparable<T>> T max(T first, T... more) { T m = first; for (T t : more) if (t.compareTo(m) > 0) m = t; return m; }
    static <E extends Enum<E>> int ordinals(E... es) { int s = 0; for (E e : es) s = s * 10 + e.ordinal(); return s; }
    enum E { A, B, C }

    public static void main(String[] args) throws Exception {
        System.out.println(list(1, "x", 2.5) + " " + list().size() + " " + max(3) + max("a", "c", "b") + " " + ordinals(E.C, E.A, E.B) + " " + list(new int[] {1, 2}).size() + list(new Integer[] {1, 2}).size());
    }
}
