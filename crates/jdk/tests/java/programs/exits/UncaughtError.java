/** A failed assertion, thrown by hand. */
public class UncaughtError {
    public static void main(String[] args) throws Exception {
        System.out.println("checking");
        throw new AssertionError(42);
    }
}
