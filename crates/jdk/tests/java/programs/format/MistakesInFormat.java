/** What formats refuse. */
public class MistakesInFormat {
    static void attempt(String f, Object... args) { try { System.out.println(String.format(f, args)); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); } }

    public static void main(String[] args) throws Exception {
        attempt("%d", "x"); attempt("%q", 1); attempt("%s %s", 1); attempt("%.2d", 1); attempt("%-d", 1); attempt("%5", 1); attempt("%c", 1.0); attempt("%+s", "x"); attempt("%,x", 5); attempt("%-05d", 5);
    }
}
