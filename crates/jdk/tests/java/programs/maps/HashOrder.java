import java.util.*;

/** A hash map is ordered by its buckets, a tree map by its keys, a linked one by insertion. */
public class HashOrder {
    public static void main(String[] args) throws Exception {
        String[] words = "the quick brown fox jumps over the lazy dog the end".split(" ");
        for (Map<String, Integer> map : Arrays.asList(new HashMap<String, Integer>(), new TreeMap<String, Integer>(), new LinkedHashMap<String, Integer>())) {
            for (String w : words) map.merge(w, 1, Integer::sum);
            System.out.println(map + " " + map.hashCode());
        }
    }
}
