/** A chain of causes. */
public class UncaughtWithCause {
    public static void main(String[] args) throws Exception {
        try {
            Object o = "text";
            Integer i = (Integer) o;
            System.out.println(i);
        } catch (ClassCastException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }
}
