// release 11
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

public class Loops {
    static int step(int value, int index) { return value * 3 + index; }
    static boolean below(int value, int limit) { return value < limit; }
    static int grow(int value, int limit) { return value + 7; }
    static String add(String text, String each) { return text + "-" + each; }
    static String finish(Throwable t, String result, String in) {
        return (t == null ? "none" : t.getMessage()) + ":" + result;
    }
    static String risky(String in) {
        if (in.length() > 3) throw new IllegalArgumentException("long " + in);
        return in.toUpperCase();
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle step = lookup.findStatic(Loops.class, "step", methodType(int.class, int.class, int.class));
        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1), step);
        System.out.println(counted.invoke());
        MethodHandle below = lookup.findStatic(Loops.class, "below", methodType(boolean.class, int.class, int.class));
        MethodHandle grow = lookup.findStatic(Loops.class, "grow", methodType(int.class, int.class, int.class));
        MethodHandle init = MethodHandles.dropArguments(MethodHandles.constant(int.class, 2), 0, int.class);
        System.out.println(MethodHandles.whileLoop(init, below, grow).invoke(50));
        System.out.println(MethodHandles.doWhileLoop(init, grow, below).invoke(50));
        MethodHandle add = lookup.findStatic(Loops.class, "add", methodType(String.class, String.class, String.class));
        MethodHandle begin = MethodHandles.dropArguments(MethodHandles.constant(String.class, "x"), 0, Iterable.class);
        MethodHandle over = MethodHandles.iteratedLoop(null, begin, add);
        System.out.println(over.invoke(List.of("a", "b", "c")));
        MethodHandle risky = lookup.findStatic(Loops.class, "risky", methodType(String.class, String.class));
        MethodHandle finish = lookup.findStatic(Loops.class, "finish", methodType(String.class, Throwable.class, String.class, String.class));
        MethodHandle whole = MethodHandles.tryFinally(risky, finish);
        System.out.println(whole.invoke("abc"));
        try {
            System.out.println(whole.invoke("abcdef"));
        } catch (IllegalArgumentException e) {
            System.out.println("caught " + e.getMessage());
        }
    }
}
