import java.util.function.*;

/** A closure that calls itself through a field or an array. */
public class RecursiveClosures {
    static IntUnaryOperator factorial = n -> n < 2 ? 1 : n * RecursiveClosures.factorial.applyAsInt(n - 1);

    public static void main(String[] args) throws Exception {
        System.out.println(factorial.applyAsInt(10));
        Function<Integer, Long>[] fib = new Function[1];
        fib[0] = n -> n < 2 ? (long) n : fib[0].apply(n - 1) + fib[0].apply(n - 2);
        System.out.println(fib[0].apply(15));
    }
}
