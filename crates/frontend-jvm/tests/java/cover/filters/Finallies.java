/** Copies of finally blocks are counted as one. */
public class Finallies {
    static StringBuilder log = new StringBuilder();
    static void add(String s) { log.append(s); }
    static int simple(int x) { try { add("t"); } finally { add("f"); } return x; }
    static int returning(int x) { try { if (x > 0) return 1; add("b"); } finally { add("f"); } return 2; }
    static int withCatch(int x) { try { if (x == 0) throw new IllegalStateException(); } catch (IllegalStateException e) { add("c"); } finally { add("f"); } return x; }
    static int emptyCatch(int x) { try { if (x == 0) throw new IllegalStateException(); } catch (IllegalStateException e) { } finally { add("f"); } return x; }
    static void never() { try { add("t"); } finally { add("f"); } }
    static void branches(boolean b) {
        try {
            add("t");
        } finally {
            if (b) {
                add("yes");
            } else {
                add("no");
            }
        }
    }
    static void loops(int n) {
        for (int i = 0; i < n; i++) {
            try {
                if (i == 1) continue;
                if (i == 2) break;
                add("body");
            } finally {
                add("f");
            }
        }
    }
    static int nested(int x) {
        try {
            try {
                return 10 / x;
            } finally {
                add("inner");
            }
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            add("outer");
        }
    }
    @SuppressWarnings("finally")
    static int abrupt(int x) { try { return 1 / x; } finally { return 2; } }
    static void escaping() { try { throw new IllegalArgumentException("e"); } finally { add("f"); } }
    static int assigns(int x) { int r = 0; try { r = 10 / x; } finally { r++; log.append(r); } return r; }
    static void whileTrue(int n) { while (true) { try { if (n-- == 0) return; } finally { add("w"); } } }
    public static void main(String[] args) throws Exception {
        simple(1); returning(1); returning(0); withCatch(0); emptyCatch(0); emptyCatch(1); branches(true); loops(4); nested(0); nested(1); abrupt(0);
        try { escaping(); } catch (IllegalArgumentException e) { add("x"); }
        try { assigns(0); } catch (ArithmeticException e) { add("x"); }
        whileTrue(2);
    }
}
