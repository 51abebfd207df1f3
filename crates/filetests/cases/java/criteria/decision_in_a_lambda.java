//@ class: DecisionInALambda
//@ criterion: mcdc
import java.util.function.IntPredicate;

public class DecisionInALambda {
    public static boolean all(int[] numbers, int low, int high) {
        IntPredicate inside = n -> n >= low && n <= high; //~ mcdc 2/2
        for (int n : numbers) {
            if (!inside.test(n)) {
                return false;
            }
        }
        return true;
    }
}
