/** Equality of one's own, identity, and the contract between them. */
public class EqualsAndHash {
    static class P { final int x; P(int x) { this.x = x; } @Override public boolean equals(Object o) { return this == o || o != null && o.getClass() == getClass() && ((P) o).x == x; } @Override public int hashCode() { return Integer.hashCode(x); } }
    static class Q extends P { Q(int x) { super(x); } }

    public static void main(String[] args) throws Exception {
        P a = new P(1), b = new P(1);
        System.out.println(a.equals(b) + " " + (a == b) + " " + a.equals(new Q(1)) + " " + new Q(1).equals(new Q(1)) + " " + a.equals(null) + " " + java.util.Objects.equals(null, null) + " " + java.util.Objects.hash(1, "x", null) + " " + java.util.Objects.toString(null, "none"));
        Object o = new Object();
        System.out.println((o.hashCode() == o.hashCode()) + " " + (o.hashCode() == System.identityHashCode(o)) + " " + System.identityHashCode(null) + " " + o.toString().startsWith("java.lang.Object@"));
    }
}
