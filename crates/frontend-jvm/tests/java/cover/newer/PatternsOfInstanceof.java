// release 17
/** Patterns of instanceof, text blocks, local records and enums. */
public class PatternsOfInstanceof {
    sealed interface S permits A, B { }
    record A(int x) implements S { }
    record B(String s) implements S { }
    static int pattern(Object o) { if (o instanceof String s && s.length() > 2) { return s.length(); } return 0; }
    static int negated(Object o) { if (!(o instanceof Integer i)) { return -1; } return i + 1; }
    static int sealed(S s) { if (s instanceof A a) return a.x(); if (s instanceof B b) return b.s().length(); return 0; }
    static String block(int x) { return """
        line %d
        end""".formatted(x); }
    static int local(int x) { record L(int a) { int twice() { return a * 2; } } enum M { P, Q } return new L(x).twice() + M.P.ordinal(); }
    public static void main(String[] args) throws Exception {
        pattern("abc"); pattern(1); negated(1); sealed(new A(1)); block(1); local(2);
    }
}
