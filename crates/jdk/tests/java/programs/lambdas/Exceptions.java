import java.util.concurrent.Callable;
import java.util.function.*;

/** Exceptions go through closures; bound null receivers fail at once. */
public class Exceptions {
    public static void main(String[] args) throws Exception {
        Callable<Integer> bad = () -> { throw new java.io.IOException("io"); };
        try { bad.call(); } catch (java.io.IOException e) { System.out.println(e.getMessage()); }
        String none = null;
        try { Supplier<Integer> s = none::length; System.out.println("made"); } catch (NullPointerException e) { System.out.println("at once"); }
        Function<String, Integer> late = String::length;
        try { late.apply(null); } catch (NullPointerException e) { System.out.println("late"); }
        Function raw = (Function<String, Integer>) String::length;
        try { raw.apply(5); } catch (ClassCastException e) { System.out.println("cast"); }
    }
}
