//@ class: Streams
import java.util.stream.IntStream;

class Streams {
    static long positives(int[] values) {
        return IntStream.of(values).filter(value -> value > 0).count(); //~ covered
    }
}
