//@ class: Ranking
import java.util.TreeMap;

class Ranking {
    private final TreeMap<Integer, String> names = new TreeMap<>();

    void add(int score, String name) {
        names.put(score, name);
    }

    String best() {
        return names.isEmpty() ? "nobody" : names.lastEntry().getValue(); //~ covered
    }
}
