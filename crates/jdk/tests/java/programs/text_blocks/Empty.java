// release 17
/** Blocks without content, with one line end, and with spaces only. */
public class Empty {
    public static void main(String[] args) throws Exception {
        System.out.println("""
            """.isEmpty() + " " + """

            """.length() + " " + """
            \s""".length() + " [" + """
               x""" + "]");
    }
}
