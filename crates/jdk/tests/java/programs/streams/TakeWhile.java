// release 11
import java.util.stream.*;

/** Streams that end by a condition. */
public class TakeWhile {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.iterate(1, x -> x < 100, x -> x * 2).map(String::valueOf).collect(Collectors.joining(",")));
        System.out.println(IntStream.of(1, 2, 9, 3).takeWhile(i -> i < 5).sum() + " " + IntStream.of(1, 2, 9, 3).dropWhile(i -> i < 5).sum());
        System.out.println(Stream.of(1, 2, 3).collect(Collectors.filtering(x -> x > 1, Collectors.toList())) + " " + Stream.ofNullable(null).count());
    }
}
