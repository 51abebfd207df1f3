// release 17
/** Escapes inside of text blocks. */
public class Escapes {
    public static void main(String[] args) throws Exception {
        String s = """
            tab\there\s\s
            \u0041 octal \101 \\n
            trailing   \040
            """;
        System.out.println(s.replace(' ', '.'));
    }
}
