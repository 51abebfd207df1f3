/** The handler that leaves a monitor is not counted. */
public class Synchronizes {
    static int guarded(Object o, int x) { synchronized (o) { if (x > 0) { return x; } } return 0; }
    static synchronized int method(int x) { return x; }
    static int twice(Object a, Object b) { synchronized (a) { synchronized (b) { return 1; } } }
    static int throwing(Object o) { synchronized (o) { throw new IllegalStateException(); } }
    static void inLoop(Object o, int n) { for (int i = 0; i < n; i++) { synchronized (o) { if (i == 1) continue; if (i == 2) break; } } }
    static int never(Object o) { synchronized (o) { return 1; } }
    static int withCatch(Object o) { synchronized (o) { try { return o.hashCode() / 0; } catch (ArithmeticException e) { return 1; } } }
    public static void main(String[] args) throws Exception {
        guarded("", 1); method(1); twice("a", "b"); inLoop("", 4); withCatch("");
        try { throwing(""); } catch (IllegalStateException e) { System.out.println("left"); }
    }
}
