// release 17
/** Line ends of other systems become one kind, escapes stay. */
public class Carriage {
    public static void main(String[] args) throws Exception {
        String s = """
            a\r
            b\r\nc
            """;
        for (char c : s.toCharArray()) System.out.print(((int) c + " "));
        System.out.println("");
    }
}
