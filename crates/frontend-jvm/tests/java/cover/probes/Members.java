/** Constructors, initialisers, fields, nested, local and anonymous classes. */
public class Members {
    int a = 1;
    final int[] b = {1, 2, 3};
    static int count;
    static final int[] TABLE = new int[4];
    static { for (int i = 0; i < 4; i++) { TABLE[i] = i * i; } }
    { count++; }
    Members() { a = 2; }
    Members(int x) { this(); if (x > 0) a = x; }
    class Inner { int get() { return a; } int other() { return b[0]; } }
    static class Nested { int x; Nested(int x) { this.x = x; } int twice() { return x * 2; } }
    static class Unused { int x = 5; int get() { return x; } }
    interface Shape { int area(); default int twice() { return area() * 2; } static int zero() { return 0; } }
    static int local(int y) {
        class Local { int plus(int z) { return y + z; } int minus(int z) { return y - z; } }
        return new Local().plus(1);
    }
    static Shape anonymous(int n) {
        return new Shape() {
            public int area() { return n * n; }
            public int twice() { return 0; }
        };
    }
    private int hidden() { return a; }
    private static int unusedHidden() { return 3; }
    public static void main(String[] args) throws Exception {
        Members m = new Members(3); Members.Inner inner = m.new Inner(); inner.get(); new Nested(2).twice(); local(3);
        anonymous(3).area(); Shape s = () -> 4; System.out.println(s.twice() + m.hidden() + Shape.zero());
    }
}
