import java.util.function.*;

/** Closures hold the values of variables of every type. */
public class Captures {
    public static void main(String[] args) throws Exception {
        byte b = 1; short s = 2; char c = 'c'; int i = 4; long l = 5L; float f = 6f; double d = 7.0; boolean z = true; String t = "t"; int[] a = {9};
        Supplier<String> all = () -> b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + z + " " + t + " " + a[0];
        a[0]++;
        System.out.println(all.get());
        IntFunction<IntUnaryOperator> adder = x -> y -> x + y * i;
        System.out.println(adder.apply(3).applyAsInt(5));
    }
}
