/** Handlers: their starts, guarded stretches that begin in the middle, rethrown exceptions. */
public class Catches {
    static int caught(int[] a, int i) {
        int r = 0;
        try {
            r = a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            r = -1;
        }
        return r;
    }
    static int several(Object o) {
        try {
            return ((String) o).length();
        } catch (ClassCastException e) {
            return -1;
        } catch (NullPointerException e) {
            return -2;
        }
    }
    static int either(Object o) {
        try {
            return Integer.parseInt((String) o);
        } catch (ClassCastException | NumberFormatException e) {
            return -1;
        }
    }
    static int rethrows(int x) {
        try {
            if (x > 0) throw new IllegalStateException("x");
        } catch (IllegalStateException e) {
            if (x > 1) throw e;
            return 1;
        }
        return 0;
    }
    static int empty(int[] a) {
        try { a[0]++; } catch (NullPointerException e) { }
        return 7;
    }
    static int nested(int x) {
        try {
            try {
                return 10 / x;
            } catch (NullPointerException e) {
                return 1;
            }
        } catch (ArithmeticException e) {
            return 2;
        }
    }
    static int inLoop(String[] all) {
        int bad = 0;
        for (String one : all) {
            try {
                Integer.parseInt(one);
            } catch (NumberFormatException e) {
                bad++;
                continue;
            }
            bad += 100;
        }
        return bad;
    }
    static void throwsOnly() { throw new UnsupportedOperationException(); }
    public static void main(String[] args) throws Exception {
        caught(new int[1], 0); caught(new int[1], 1); several("a"); several(1); either("x"); rethrows(0); rethrows(1);
        try { rethrows(2); } catch (IllegalStateException e) { System.out.println("again"); }
        empty(null); nested(0); inLoop(new String[] {"1", "x"});
        try { throwsOnly(); } catch (UnsupportedOperationException e) { System.out.println("not"); }
    }
}
