//@ class: Unique
import java.util.HashSet;
import java.util.Set;

class Unique {
    private final Set<Integer> seen = new HashSet<>();

    boolean isNew(int value) {
        if (seen.contains(value)) { //~ covered
            return false;
        }
        seen.add(value);
        return true;
    }
}
