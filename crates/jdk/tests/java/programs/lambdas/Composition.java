import java.util.*;
import java.util.function.*;

/** Functions are composed, predicates negated, comparators chained. */
public class Composition {
    public static void main(String[] args) throws Exception {
        Function<Integer, Integer> inc = x -> x + 1, twice = x -> x * 2;
        System.out.println(inc.andThen(twice).apply(5) + " " + inc.compose(twice).apply(5) + " " + Function.<Integer>identity().apply(9));
        Predicate<String> empty = String::isEmpty, longer = s -> s.length() > 3;
        System.out.println(empty.negate().and(longer).test("four") + " " + empty.or(longer).test("abc") + " " + Predicate.isEqual("x").test("x"));
        UnaryOperator<String> up = String::toUpperCase;
        System.out.println(up.andThen(s -> s + "!").apply("hey"));
        List<String> names = Arrays.asList("bob", "Al", "cy", "dora");
        names.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        System.out.println(names);
        BiFunction<Integer, Integer, Integer> pow = (b, e) -> { int r = 1; while (e-- > 0) r *= b; return r; };
        System.out.println(pow.andThen(Integer::toBinaryString).apply(3, 5));
    }
}
