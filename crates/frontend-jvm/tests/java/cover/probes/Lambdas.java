/** Bodies of lambdas are methods of their own; references to methods are none. */
public class Lambdas {
    static int apply(java.util.function.IntUnaryOperator f, int x) { return f.applyAsInt(x); }
    static java.util.function.IntUnaryOperator late(int by) { return x -> { if (x > 0) { return x + by; } return by; }; }
    static Runnable never() { return () -> System.out.println("never"); }
    static int plus(int x) { return x + 1; }
    static java.util.function.Supplier<Runnable> nested() { return () -> () -> System.out.println("inner"); }
    public static void main(String[] args) throws Exception {
        apply(x -> x * 2, 3); apply(late(5), 1); never(); apply(Lambdas::plus, 1); nested().get().run();
        java.util.Arrays.asList(3, 1, 2).stream().filter(x -> x > 1).map(x -> x * 2).forEach(x -> { });
    }
}
