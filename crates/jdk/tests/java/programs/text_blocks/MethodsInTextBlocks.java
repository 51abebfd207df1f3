// release 17
/** Methods that go with text blocks. */
public class MethodsInTextBlocks {
    public static void main(String[] args) throws Exception {
        System.out.println("  a\n b\n   c".stripIndent().replace(' ', '.') + "|" + "a\\tb\\n".translateEscapes() + "|" + "x\ny".indent(2) + "|" + "  x\n y".indent(-1) + "|");
        System.out.println("a".compareTo("""
            a""") + " " + ("ab" == """
            ab"""));
    }
}
