//@ class: Walk
import java.util.Iterator;
import java.util.List;

class Walk {
    static int sum(List<Integer> values) {
        int sum = 0;
        Iterator<Integer> iterator = values.iterator();
        while (iterator.hasNext()) { //~ covered
            sum += iterator.next();
        }
        return sum;
    }
}
