// release 17
/** Common white space in front is dropped, at the end too. */
public class Indentation {
    public static void main(String[] args) throws Exception {
        String s = """
            first
              second
            third \
            goes on
            "quoted" \"""
            """;
        System.out.println(s + "|" + s.length());
        System.out.println("""
            no line end""".length() + " " + """
                kept
              less
              """.lines().count());
    }
}
