/** Classes in methods, with one name each for several. */
public class LocalClasses {
    static int a() { class L { int v() { return 1; } } return new L().v(); }
    static int b(int p) { class L { final int q = p * 2; int v() { return q + p; } L again() { return new L(); } } return new L().again().v(); }

    public static void main(String[] args) throws Exception {
        System.out.println(a() + " " + b(5));
        class R { int n; R(int n) { this.n = n; } int fact() { return n < 2 ? 1 : n * new R(n - 1).fact(); } }
        System.out.println(new R(6).fact() + " " + R.class.getName());
    }
}
