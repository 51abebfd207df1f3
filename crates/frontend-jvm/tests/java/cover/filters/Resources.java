/** What closes the resources of a try is not counted. */
public class Resources {
    static class R implements AutoCloseable { final boolean fails; R(boolean fails) { this.fails = fails; } public void close() { if (fails) throw new IllegalStateException("close"); } int use(int x) { return 10 / x; } }
    static R make(boolean none) { return none ? null : new R(false); }
    static int one(int x) { try (R r = new R(false)) { return r.use(x); } }
    static int mayBeNull(boolean none) { try (R r = make(none)) { return r == null ? 0 : r.use(1); } }
    static int two(int x) { try (R a = new R(false); R b = make(false)) { return a.use(x) + b.use(x); } }
    static int withCatch(int x) { try (R r = new R(false)) { return r.use(x); } catch (ArithmeticException e) { return -1; } }
    static int withFinally(int x) { int y = 0; try (R r = new R(false)) { y = r.use(x); } finally { y++; } return y; }
    static void suppressed() { try (R r = new R(true)) { r.use(0); } }
    static void never() { try (R r = new R(false)) { r.use(1); } }
    static int falls(int x) { int y = 1; try (R r = new R(false)) { y += r.use(x); } return y; }
    static int nested(int x) { try (R a = make(false)) { try (R b = new R(false)) { return a.use(x) + b.use(x); } } }
    static int manyExits(int x) { try (R r = make(false)) { if (x == 1) return 1; if (x == 2) return 2; r.use(x); } return 3; }
    static void closeFails() { try (R r = new R(true)) { r.use(1); } }
    public static void main(String[] args) throws Exception {
        one(1); mayBeNull(true); mayBeNull(false); two(1); withCatch(0); withFinally(1); falls(2); nested(1); manyExits(2); manyExits(3);
        try { suppressed(); } catch (ArithmeticException e) { System.out.println(e.getSuppressed().length); }
        try { one(0); } catch (ArithmeticException e) { System.out.println("one"); }
        try { closeFails(); } catch (IllegalStateException e) { System.out.println("close"); }
    }
}
