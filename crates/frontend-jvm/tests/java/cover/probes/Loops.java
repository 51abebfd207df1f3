/** Loops of all kinds: heads that control falls into and jumps back to. */
public class Loops {
    static int whileLoop(int n) { int s = 0; while (n > 0) { s += n--; } return s; }
    static int doLoop(int n) { int s = 0; do { s += n; } while (--n > 0); return s; }
    static int forLoop(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    static int never(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    static int forEach(int[] a) { int s = 0; for (int x : a) s += x; return s; }
    static int iterable(java.util.List<String> list) { int s = 0; for (String x : list) s += x.length(); return s; }
    static int breaks(int n) {
        int s = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (j == 2) continue outer;
                if (i == 3) break outer;
                s++;
            }
        }
        return s;
    }
    static void endless() {
        while (true) {
            step();
        }
    }
    static int left = 3;
    static void step() { if (--left == 0) throw new IllegalStateException("done"); }
    static int leftInside(int n) { for (;;) { if (n-- == 0) { return n; } } }
    public static void main(String[] args) throws Exception {
        whileLoop(3); doLoop(1); forLoop(0); forEach(new int[2]); iterable(java.util.Arrays.asList("a", "b")); breaks(5);
        try { endless(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        leftInside(2);
    }
}
