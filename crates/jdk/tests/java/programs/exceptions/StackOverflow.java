/** Endless recursion ends with an error that can be caught. */
public class StackOverflow {
    static int depth;
    static int down(int n) { depth = n; return down(n + 1) + 1; }

    public static void main(String[] args) throws Exception {
        try { down(0); } catch (StackOverflowError e) { System.out.println(depth > 500); }
        System.out.println("alive");
    }
}
