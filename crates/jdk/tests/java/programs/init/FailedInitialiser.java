/** A class whose initialiser throws cannot be used, each time with another error. */
public class FailedInitialiser {
    static class Bad { static int x = 1 / Integer.parseInt("0"); static int get() { return x; } }

    public static void main(String[] args) throws Exception {
        try {
            System.out.println(Bad.get());
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        try {
            System.out.println(Bad.get());
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
    }
}
