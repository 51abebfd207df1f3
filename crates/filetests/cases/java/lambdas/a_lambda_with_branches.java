//@ class: Inside
import java.util.function.IntUnaryOperator;

class Inside {
    static int apply(int a) {
        IntUnaryOperator operator = x -> x > 10 ? x - 10 : x; //~ covered
        return operator.applyAsInt(a);
    }
}
