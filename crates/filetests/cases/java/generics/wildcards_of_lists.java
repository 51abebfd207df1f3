//@ class: Sums
import java.util.List;

class Sums {
    static boolean isPositive(List<? extends Number> numbers) {
        double sum = 0;
        for (Number number : numbers) { //~ covered
            sum += number.doubleValue();
        }
        return sum > 0; //~ covered
    }
}
