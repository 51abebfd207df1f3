/** What a finally block changes after the value to return is known. */
public class ReturnValues {
    static StringBuilder b = new StringBuilder();
    static int n;
    static StringBuilder shared() { try { return b.append("try "); } finally { b.append("finally "); } }
    static int counted() { try { return n++; } finally { n += 10; } }
    static String thrown() { try { return Integer.toString(1 / n); } catch (ArithmeticException e) { return "zero"; } finally { n = 5; } }

    public static void main(String[] args) throws Exception {
        System.out.println(shared() + "| " + counted() + " " + n);
        n = 0;
        System.out.println(thrown() + n + thrown());
    }
}
