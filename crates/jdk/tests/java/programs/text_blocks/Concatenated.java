// release 17
/** Text blocks in constants, switches and concatenations. */
public class Concatenated {
    static final String HEAD = """
        head
        """ + "tail";

    public static void main(String[] args) throws Exception {
        System.out.println(HEAD + """
            !""" + 1);
        System.out.println(switch ("""
            x
            """) { case "x\n" -> "matched"; default -> "no"; });
    }
}
