// release 21
/** Labels with conditions are tried in order. */
public class Guards {
    static String of(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 100 -> "big " + i;
            case Integer i when i < 0 -> "negative " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "text " + s.length();
            case int[] a when a.length > 1 -> "array " + a[1];
            case Character c -> "char " + c;
            case Enum<?> e -> "enum " + e.name();
            default -> o.getClass().getSimpleName();
        };
    }
    enum E { A }

    public static void main(String[] args) throws Exception {
        for (Object o : new Object[] {null, 101, -1, 7, "", "abc", new int[] {1, 2}, new int[0], 'x', E.A, 2.5}) System.out.println(of(o));
    }
}
