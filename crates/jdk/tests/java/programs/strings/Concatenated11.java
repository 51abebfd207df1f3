// release 11
/** Methods of strings since Java 11: blank, strip, lines and repeat. */
public class Concatenated11 {
    public static void main(String[] args) throws Exception {
        System.out.println("ab".repeat(3) + "|" + "x".repeat(0) + "|" + " \t".isBlank() + "|" + "\u2003x\u2003".strip() + "|" + "  x ".stripLeading() + "|" + "  x ".stripTrailing() + "|");
        "one\ntwo\r\nthree\n\nfive".lines().forEach(line -> System.out.println("<" + line + ">"));
        try { "x".repeat(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
