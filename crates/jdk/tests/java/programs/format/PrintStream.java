/** printf and format of streams. */
public class PrintStream {
    public static void main(String[] args) throws Exception {
        System.out.printf("%s=%d%n", "x", 1);
        System.out.format("[%6.2f] [%-6s] [%06d]%n", 1.5, "ab", -12);
        System.out.print('c');
        System.out.print(new char[] {'d', 'e'});
        System.out.println(1.0f);
        System.out.append("appended").append('\n');
    }
}
