/** Lines that call: a call that throws leaves the line before it covered. */
public class Calls {
    static int fails(int x) { if (x == 0) throw new IllegalArgumentException("zero"); return x; }
    static int before(int x) {
        int a = x + 1;
        int b = fails(x);
        return a + b;
    }
    static int twoOnALine(int x, int y) {
        int a = fails(x) + fails(y);
        return a;
    }
    static int arrayThenCall(int[] a) {
        int x = a[0];
        x += a[1];
        fails(x);
        return x;
    }
    static int overLines(int x) {
        return fails(x)
            + fails(x - 1)
            + fails(x - 2);
    }
    static Object creates(int x) {
        int[] a = new int[x];
        Object o = new Object();
        return a.length + o.toString().length();
    }
    static int divides(int a, int b) {
        int c = a / b;
        int d = c + 1;
        return d;
    }
    static String concatenates(Object a) {
        String s = "a" + a;
        String t = s + a.hashCode();
        return t;
    }
    static void tryIt(Runnable r) { try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass()); } }
    public static void main(String[] args) throws Exception {
        before(1); tryIt(() -> before(0)); tryIt(() -> twoOnALine(1, 0)); tryIt(() -> arrayThenCall(new int[1]));
        tryIt(() -> arrayThenCall(new int[2])); tryIt(() -> overLines(1)); tryIt(() -> overLines(2)); tryIt(() -> creates(-1));
        tryIt(() -> divides(1, 0)); tryIt(() -> concatenates(null));
    }
}
