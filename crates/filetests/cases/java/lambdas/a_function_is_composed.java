//@ class: Compose
import java.util.function.IntBinaryOperator;

class Compose {
    static boolean isZero(IntBinaryOperator operator, int a) {
        return operator.applyAsInt(a, a) == 0; //~ covered
    }
}
