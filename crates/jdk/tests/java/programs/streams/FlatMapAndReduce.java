import java.util.*;
import java.util.stream.*;

/** Streams of streams, and reductions with and without a start. */
public class FlatMapAndReduce {
    public static void main(String[] args) throws Exception {
        List<List<Integer>> nested = Arrays.asList(Arrays.asList(1, 2), Collections.<Integer>emptyList(), Arrays.asList(3));
        System.out.println(nested.stream().flatMap(List::stream).map(x -> x * x).reduce(0, Integer::sum));
        System.out.println(Stream.of("a-b", "c").flatMap(s -> Arrays.stream(s.split("-"))).reduce((a, b) -> b + a).get());
        System.out.println(Stream.of(1, 2, 3, 4).reduce(new ArrayList<Integer>(), (l, x) -> { l.add(0, x); return l; }, (a, b) -> a));
        System.out.println(IntStream.range(1, 5).mapToObj(i -> IntStream.range(0, i).mapToObj(j -> "*").collect(Collectors.joining())).collect(Collectors.toList()));
        System.out.println(Stream.of(1, 2, 3).collect(Collectors.reducing(1, x -> x + 1, (a, b) -> a * b)));
    }
}
