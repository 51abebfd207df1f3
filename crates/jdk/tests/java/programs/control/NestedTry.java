/** Exceptions of catch and finally blocks replace earlier ones. */
public class NestedTry {
    static String run(int n) {
        StringBuilder s = new StringBuilder();
        try {
            try {
                if (n % 2 == 0) throw new IllegalArgumentException("try");
                s.append("ok ");
            } catch (IllegalArgumentException e) {
                if (n % 3 == 0) throw new IllegalStateException("catch", e);
                s.append("caught ");
            } finally {
                if (n % 5 == 0) throw new UnsupportedOperationException("finally");
                s.append("finally ");
            }
        } catch (IllegalStateException | UnsupportedOperationException e) {
            s.append(e.getMessage()).append(" because of ").append(e.getCause());
        }
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 11; n++) System.out.println(n + ": " + run(n));
    }
}
