//@ class: Leap
//@ budget: 20000 evals
import java.time.LocalDate;

class Leap {
    static boolean is(LocalDate date) {
        return date.getMonthValue() == 2 && date.getDayOfMonth() == 29; //~ covered
    }
}
