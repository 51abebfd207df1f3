/** The switch that turns assertions on is not counted, what they check is. */
public class Asserts {
    static int check(int x) { assert x > 0 : "not above 0"; return x; }
    static int plain(int x) { assert x != 3; return x; }
    static int two(int x) { assert x > 0 && x < 9; assert x != 5 : x; return x; }
    static class Nested { int f(int x) { assert x == 1; return x; } }
    static final int[] T = {1, 2};
    public static void main(String[] args) throws Exception {
        check(1); plain(2); two(4); new Nested().f(1);
    }
}
