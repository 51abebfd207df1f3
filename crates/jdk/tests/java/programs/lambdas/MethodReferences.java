import java.util.*;
import java.util.function.*;

/** References to static, bound, unbound methods and constructors. */
public class MethodReferences {
    static class Box { final Object o; Box(Object o) { this.o = o; } Box() { this("none"); } Object get() { return o; } static Box twice(Object o) { return new Box(o + "" + o); } }

    public static void main(String[] args) throws Exception {
        Function<Object, Box> make = Box::new;
        Supplier<Box> none = Box::new;
        Function<Object, Box> twice = Box::twice;
        Function<Box, Object> get = Box::get;
        Supplier<Object> bound = make.apply("x")::get;
        IntFunction<int[]> array = int[]::new;
        Function<int[], Object> copy = int[]::clone;
        BiFunction<String, String, Boolean> same = String::equalsIgnoreCase;
        ToIntFunction<String> length = String::length;
        Function<String, Integer> parse = Integer::parseInt;
        System.out.println(get.apply(twice.apply("ab")) + " " + none.get().o + " " + bound.get() + " " + array.apply(3).length + " " + ((int[]) copy.apply(new int[] {1, 2})).length + " " + same.apply("A", "a") + " " + length.applyAsInt("four") + " " + (parse.apply("12") + 1));
    }
}
