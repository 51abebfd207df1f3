//@ class: Filter
import java.util.function.IntPredicate;

class Filter {
    static int choose(IntPredicate predicate, int a, int b) {
        return predicate.test(a) ? a : b; //~ covered
    }
}
