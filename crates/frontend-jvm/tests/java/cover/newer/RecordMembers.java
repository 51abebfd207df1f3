// release 17
/** What a record has of itself is not counted; what is written is. */
public class RecordMembers {
    record Point(int x, int y) { }
    record Checked(int n) { Checked { if (n < 0) throw new IllegalArgumentException(); } int twice() { return n * 2; } }
    record Own(String s) { public String s() { return s + "!"; } @Override public String toString() { return "own"; } @Override public int hashCode() { return 1; } @Override public boolean equals(Object o) { return o == this; } }
    record Generic<T>(T t, int[] a) { static int of() { return 3; } Generic(T t) { this(t, null); } }
    record Wide(long l, double d, boolean b) { boolean l(int x) { return x > 0; } }
    public static void main(String[] args) throws Exception {
        Point p = new Point(1, 2); System.out.println(p.x() + p.toString() + p.equals(p)); new Checked(1).twice();
        try { new Checked(-1); } catch (IllegalArgumentException e) { System.out.println("below"); }
        System.out.println(new Own("a").s() + new Generic<>("q").t() + Generic.of() + new Wide(1, 2, true).b());
    }
}
