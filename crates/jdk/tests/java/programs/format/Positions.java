/** Arguments by position, and again. */
public class Positions {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%2$s %1$s %2$s %s %<s %s", "a", "b"));
        System.out.println(String.format("%1$d %1$x %1$o", 64));
    }
}
