// release 21
/** Strings and numbers among patterns. */
public class LiteralsInSealed {
    static String text(CharSequence c) { return switch (c) { case String s when s.startsWith("x") -> "x"; case String s -> s.toUpperCase(); case StringBuilder b -> "builder"; default -> "sequence"; }; }
    static String string(String s) { return switch (s) { case null -> "nothing"; case "a", "b" -> "letter"; case String t when t.length() > 3 -> "long"; case "abc" -> "abc!"; case String t -> t; }; }
    static String number(Integer i) { return switch (i) { case 1 -> "one"; case Integer n when n > 1000 -> "many"; case 2000 -> "never"; case 5 -> "five"; case Integer n -> "n" + n; }; }

    public static void main(String[] args) throws Exception {
        System.out.println(text("xa") + text("b") + text(new StringBuilder()) + text(java.nio.CharBuffer.allocate(0)) + " " + string(null) + string("b") + string("abcd") + string("abc") + string("zz") + " " + number(1) + number(2000) + number(5) + number(7));
    }
}
