//@ class: Rooms
//@ budget: 6000 evals
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A table goes by hashes: which of its keys was nearly asked for, it tells nobody. */
class Rooms {
    private final Map<String, Integer> seats = new HashMap<>();

    Rooms() {
        for (String name : new String[] {"hall", "attic"}) { //~ covered
            seats.put(new StringBuilder(name).reverse().toString(), name.length());
        }
    }

    private Map<String, Integer> all() {
        return Collections.unmodifiableMap(seats);
    }

    int seatsOf(String name) {
        if (all().containsKey(name)) { //~ covered
            return seats.get(name);
        }
        return 0;
    }
}
