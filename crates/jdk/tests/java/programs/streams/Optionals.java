import java.util.*;

/** Values that may be absent. */
public class Optionals {
    public static void main(String[] args) throws Exception {
        Optional<String> some = Optional.of("value"), none = Optional.empty();
        System.out.println(some.map(String::length) + " " + none.map(String::length) + " " + some.filter(s -> s.isEmpty()) + " " + none.orElse("other") + " " + none.orElseGet(() -> "made") + " " + some.flatMap(s -> Optional.of(s + s)).get());
        some.ifPresent(s -> System.out.println(s));
        try { none.get(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { none.orElseThrow(() -> new IllegalStateException("none")); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Optional.of(null); } catch (NullPointerException e) { System.out.println("null"); }
        System.out.println(OptionalInt.of(3) + " " + some.equals(Optional.of("value")) + " " + Optional.ofNullable(null).isPresent());
    }
}
