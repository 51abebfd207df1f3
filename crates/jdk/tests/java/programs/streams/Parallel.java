import java.util.*;
import java.util.stream.*;

/** A parallel stream gives what a sequential one gives. */
public class Parallel {
    public static void main(String[] args) throws Exception {
        long a = IntStream.range(0, 2000).parallel().filter(i -> i % 7 == 0).mapToLong(i -> i * (long) i).sum();
        List<Integer> b = IntStream.range(0, 100).parallel().boxed().map(i -> i * 3).filter(i -> i % 2 == 0).collect(Collectors.toList());
        System.out.println(a + " " + b.size() + " " + b.get(10));
    }
}
