// release 17
import java.util.*;
import java.util.stream.*;

/** Records, enums and interfaces declared in a method. */
public class Local {
    public static void main(String[] args) throws Exception {
        record Count(String word, int n) { }
        enum Sign { PLUS, MINUS }
        interface F { int f(Count c); }
        List<Count> all = Stream.of("a", "bb", "a", "ccc", "bb", "a").collect(Collectors.groupingBy(w -> w)).entrySet().stream().map(e -> new Count(e.getKey(), e.getValue().size())).sorted(Comparator.comparing(Count::n).reversed().thenComparing(Count::word)).toList();
        System.out.println(all);
        F f = c -> c.n() * (c.word().length() > 1 ? Sign.MINUS : Sign.PLUS).ordinal();
        System.out.println(all.stream().mapToInt(f::f).sum());
    }
}
