// release 11
/** Static and private methods of interfaces. */
public class StaticAndPrivate {
    interface Calc { int base(); default int twice() { return scaled(2); } default int thrice() { return scaled(3); } private int scaled(int n) { return base() * n + extra(); } private static int extra() { return 1; } static Calc of(int n) { return () -> n; } }

    public static void main(String[] args) throws Exception {
        System.out.println(Calc.of(5).twice() + " " + Calc.of(7).thrice());
    }
}
