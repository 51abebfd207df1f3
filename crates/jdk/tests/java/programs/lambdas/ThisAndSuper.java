import java.util.function.*;

/** A lambda's this is its class; references to super call the method above. */
public class ThisAndSuper {
    static class Base { String name() { return "base"; } }
    static class Sub extends Base {
        int n = 3;
        @Override String name() { return "sub"; }
        Supplier<String> mine() { return this::name; }
        Supplier<String> above() { return super::name; }
        Supplier<Integer> field() { return () -> ++n; }
        Runnable nested() { return () -> { Runnable r = () -> n *= 10; r.run(); }; }
    }

    public static void main(String[] args) throws Exception {
        Sub s = new Sub();
        System.out.println(s.mine().get() + " " + s.above().get() + " " + s.field().get());
        s.nested().run();
        System.out.println(s.n);
    }
}
