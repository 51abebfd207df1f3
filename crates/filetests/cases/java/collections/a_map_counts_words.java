//@ class: Words
import java.util.HashMap;
import java.util.Map;

class Words {
    private final Map<String, Integer> counts = new HashMap<>();

    void add(String word) {
        Integer count = counts.get(word);
        counts.put(word, count == null ? 1 : count + 1); //~ covered
    }

    int count(String word) {
        return counts.getOrDefault(word, 0);
    }
}
