import java.util.*;

/** Values computed if absent or present; null removes. */
public class ComputeAndMerge {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new TreeMap<>();
        map.put("a", 1);
        System.out.println(map.computeIfAbsent("b", k -> k.length() + 10) + " " + map.computeIfAbsent("a", k -> 99) + " " + map.computeIfPresent("a", (k, v) -> null) + " " + map);
        map.compute("c", (k, v) -> v == null ? 5 : v + 1);
        map.compute("c", (k, v) -> v == null ? 5 : v + 1);
        map.merge("c", 4, (x, y) -> x * y);
        map.merge("b", 0, (x, y) -> null);
        System.out.println(map + " " + map.getOrDefault("zz", -1) + " " + map.putIfAbsent("c", 1) + " " + map.putIfAbsent("d", 2) + " " + map.replace("d", 3) + " " + map.remove("d", 4) + " " + map);
    }
}
