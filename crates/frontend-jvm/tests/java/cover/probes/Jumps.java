/** Conditional jumps: taken, not taken, both, neither; to targets of one way and of several. */
public class Jumps {
    static int taken(int x) { if (x > 0) { return 1; } return 2; }
    static int notTaken(int x) { if (x > 0) { return 1; } return 2; }
    static int both(int x) { return x > 0 ? 1 : 2; }
    static int never(int x) { return x > 0 ? 1 : 2; }
    static boolean and(int a, int b) { return a > 0 && b > 0; }
    static boolean or(int a, int b) { return a > 0 || b > 0; }
    static boolean mixed(int a, int b, int c) { return a > 0 && (b > 0 || c > 0); }
    static boolean not(boolean a) { return !a; }
    static int nested(int a, int b) {
        int r = 0;
        if (a > 0) {
            if (b > 0) {
                r = 1;
            }
        } else {
            r = 3;
        }
        return r;
    }
    static int references(Object a, Object b) {
        if (a == b) return 1;
        if (a == null) return 2;
        if (b != null) return 3;
        return 4;
    }
    static int longs(long a, double b, float c) {
        int r = 0;
        if (a > 5L) r++;
        if (b < 2.5) r++;
        if (c >= 1f) r++;
        return r;
    }
    static int lines(int a, int b) {
        return a > b
            ? a
            : b;
    }
    public static void main(String[] args) throws Exception {
        taken(1); notTaken(-1); both(1); both(-1); and(1, 0); and(0, 1); or(0, 1); mixed(1, 0, 1); not(true);
        nested(1, 0); nested(1, 1); references(null, null); references(null, args); references(args, null); longs(6, 3.0, 1f); lines(2, 1);
    }
}
