import java.util.function.*;

/** Closures box, unbox and widen what they take and give. */
public class Conversions {
    interface LongMaker { long make(int x); }
    interface ObjectMaker { Object make(char c, Integer i); }
    static int plus(int a, int b) { return a + b; }
    static int boxed2(int a) { return a - 7; }
    static Integer boxed(int a) { return a * 2; }
    static double half(double d) { return d / 2; }

    public static void main(String[] args) throws Exception {
        LongMaker m = Conversions::boxed2;
        ObjectMaker o = (c, i) -> (char) (c + i);
        BinaryOperator<Integer> sum = Conversions::plus;
        IntToDoubleFunction d = Conversions::half;
        ToLongFunction<Integer> wide = Integer::longValue;
        ToDoubleBiFunction<Integer, Integer> mixed = Conversions::plus;
        IntFunction<Object> any = Conversions::boxed;
        Consumer<Integer> ignores = Conversions::boxed;
        ignores.accept(3);
        System.out.println(d.applyAsDouble(5) + " " + wide.applyAsLong(7) + " " + mixed.applyAsDouble(2, 3) + " " + any.apply(21));
        System.out.println(m.make(5) + " " + o.make('a', 2) + " " + sum.apply(3, 4));
    }
}
