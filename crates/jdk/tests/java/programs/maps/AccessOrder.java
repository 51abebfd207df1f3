import java.util.*;

/** A linked map in order of access makes a cache. */
public class AccessOrder {
    static class Cache<K, V> extends LinkedHashMap<K, V> {
        Cache() { super(4, 0.75f, true); }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > 3; }
    }

    public static void main(String[] args) throws Exception {
        Map<String, Integer> cache = new Cache<>();
        for (String s : "a b c a d a e b".split(" ")) cache.merge(s, 1, Integer::sum);
        System.out.println(cache);
        cache.get("a");
        System.out.println(cache.keySet());
    }
}
