import java.util.*;
import java.util.stream.*;

/** Ranges, statistics and boxed streams. */
public class Numbers {
    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 1).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 100).summaryStatistics());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b));
        System.out.println(DoubleStream.of(1.5, 2.5, 3).average().getAsDouble() + " " + IntStream.empty().max().isPresent() + " " + IntStream.of(3, 1, 2).sorted().mapToObj(Integer::toString).collect(Collectors.joining()));
        System.out.println(Stream.iterate(1, x -> x * 3).limit(8).map(String::valueOf).collect(Collectors.joining(" ")));
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3, 1e100, -1e100).sum());
    }
}
