// release 21
/** Enum constants with qualified names and sealed types in one switch, strings in a switch over patterns. */
public class TypeSwitches {
    sealed interface K permits E, F { }
    enum E implements K { X, Y }
    record F(int n) implements K { }
    static int mixed(K k) { return switch (k) { case E.X -> 1; case E.Y -> 2; case F f -> f.n(); }; }
    static int text(Object o) { return switch (o) { case String s when s.isEmpty() -> 0; case String s -> s.length(); case int[] a -> a.length; default -> -1; }; }
    static String nullable(String s) { return switch (s) { case null -> "none"; case "a" -> "A"; case String t when t.length() > 3 -> "long"; default -> "short"; }; }
    public static void main(String[] args) throws Exception {
        mixed(E.Y); mixed(new F(3)); text("ab"); text(new int[2]); nullable(null); nullable("abcd");
    }
}
