/** A generic interface implemented with a type: calls come through a bridge. */
public class Comparables {
    static class V implements Comparable<V> { final int n; V(int n) { this.n = n; } public int compareTo(V o) { return n - o.n; } }
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int raw(Comparable a, Object b) { return a.compareTo(b); }

    public static void main(String[] args) throws Exception {
        System.out.println(raw(new V(3), new V(5)));
        try { raw(new V(3), "x"); } catch (ClassCastException e) { System.out.println("bridge casts"); }
        int bridges = 0;
        for (java.lang.reflect.Method m : V.class.getDeclaredMethods()) if (m.isBridge()) bridges++;
        System.out.println(bridges);
    }
}
