import java.util.function.*;

/** Constructors and method references with variable arguments. */
public class InConstructors {
    static class P { final String all; P(String... s) { all = String.join("+", s); } }
    static int count(Object... a) { return a.length; }

    public static void main(String[] args) throws Exception {
        Supplier<P> none = P::new;
        Function<String, P> one = P::new;
        BiFunction<Integer, Integer, Integer> two = InConstructors::count;
        System.out.println("[" + none.get().all + "] " + one.apply("x").all + " " + new P("a", "b").all + " " + two.apply(1, 2));
    }
}
