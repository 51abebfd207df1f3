//@ class: Seats
//@ budget: 12000 evals
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is looked for is made of two values: no comparison says which, only how far. */
class Seats {
    private final List<String> taken = new ArrayList<>();
    private final Set<String> broken = Set.of("bd73", "ab15", "zy29");

    Seats() {
        taken.add("rt48");
        taken.add("pk56");
    }

    String at(char row, char column, int number) {
        String seat = "" + row + column + (number + 3);
        if (taken.contains(seat)) { //~ covered
            return "taken";
        }
        return broken.contains(seat) ? "broken" : "free"; //~ covered
    }
}
