/** The class and message of one's own exception. */
public class UncaughtCustom {
    static class TooMuch extends RuntimeException { final int n; TooMuch(int n) { super("too much: " + n); this.n = n; } }
    static void f(int n) { if (n > 3) throw new TooMuch(n); f(n + 1); }

    public static void main(String[] args) throws Exception {
        f(0);
    }
}
