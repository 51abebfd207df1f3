// release 17
/** A record looks at its components when it is compared. */
public class EqualsOrder {
    static StringBuilder log = new StringBuilder();
    static class Noisy { final String name; final boolean same; Noisy(String n, boolean s) { name = n; same = s; } @Override public boolean equals(Object o) { log.append(name); return same; } @Override public int hashCode() { log.append(name).append('#'); return 1; } @Override public String toString() { log.append(name).append('$'); return name; } }
    record R(Noisy a, Noisy b) { }

    public static void main(String[] args) throws Exception {
        R r = new R(new Noisy("a", true), new Noisy("b", true)), s = new R(new Noisy("c", true), new Noisy("d", true));
        System.out.println(r.equals(s) + " " + r.hashCode() + " " + r + " " + log.length() + " " + r.equals(r));
    }
}
