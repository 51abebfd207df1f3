import java.util.*;
import java.util.stream.*;

/** Streams to arrays, and arrays to streams. */
public class ArraysInStreams {
    public static void main(String[] args) throws Exception {
        int[] squares = IntStream.range(0, 6).map(i -> i * i).toArray();
        String[] names = Stream.of("x", "y").toArray(String[]::new);
        System.out.println(Arrays.toString(squares) + Arrays.toString(names) + Arrays.stream(squares, 2, 4).sum());
        Object[] objects = Stream.of(1, "two", 3.0).toArray();
        System.out.println(objects.length + " " + objects.getClass().getSimpleName());
        try { Stream.of(1, "two").toArray(Integer[]::new); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.asList(squares).size() + " " + Stream.of(names).allMatch(s -> s.length() == 1) + " " + IntStream.of(squares).noneMatch(i -> i > 25));
    }
}
