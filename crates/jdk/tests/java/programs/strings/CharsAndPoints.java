/** Streams and arrays of characters, surrogate pairs and what Character says of them. */
public class CharsAndPoints {
    public static void main(String[] args) throws Exception {
        String s = "aZ5 é\ud83d\ude00_";
        s.chars().forEach(c -> System.out.print((c + " ")));
        System.out.println("");
        s.codePoints().forEach(c -> System.out.print((Character.isLetter(c) + ":" + Character.isDigit(c) + ":" + Character.charCount(c) + " ")));
        System.out.println("");
        System.out.println(new StringBuilder(s).reverse().toString().codePointAt(1));
        System.out.println(Character.getNumericValue('z') + " " + Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " " + Character.isWhitespace('\u00a0') + " " + Character.toUpperCase('ÿ') + " " + (int) Character.toTitleCase('ǆ') + " " + Character.getType('A') + " " + Character.isJavaIdentifierStart('$'));
    }
}
