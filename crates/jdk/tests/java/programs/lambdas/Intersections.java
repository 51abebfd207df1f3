import java.io.*;
import java.util.function.*;

/** Closures that are also marked, serializable or generic bridges. */
public class Intersections {
    interface Marker { default String mark() { return "marked"; } }
    interface StringMaker<T> { T make(String s); }
    interface Narrow extends StringMaker<Integer> { @Override Integer make(String s); }

    public static void main(String[] args) throws Exception {
        Runnable r = (Runnable & Marker) () -> System.out.println("run");
        r.run();
        System.out.println(((Marker) r).mark() + " " + (r instanceof Serializable));
        Narrow n = Integer::valueOf;
        StringMaker<Integer> wide = n;
        System.out.println(wide.make("12") + n.make("30"));
        Object s = (Supplier<String> & Serializable) () -> "kept";
        System.out.println(s instanceof Serializable);
    }
}
