import java.util.*;

/** Nulls are keys of hash maps and none of tree maps; lost keys. */
public class NullsAndMistakes {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new HashMap<>();
        map.put(null, "nothing"); map.put("x", null);
        System.out.println(map + " " + map.get(null) + " " + map.containsKey("x") + " " + map.get("y") + " " + map.getOrDefault("x", "default"));
        try { new TreeMap<String, String>().put(null, ""); } catch (NullPointerException e) { System.out.println("no null"); }
        try { ((Map) new TreeMap<String, String>(Collections.singletonMap("a", "b"))).put(1, "b"); } catch (ClassCastException e) { System.out.println("no mixture"); }
        List<Integer> key = new ArrayList<>(Arrays.asList(1));
        Map<List<Integer>, String> lost = new HashMap<>();
        lost.put(key, "v");
        key.add(2);
        System.out.println(lost.get(key) + " " + lost.get(Arrays.asList(1)) + " " + lost.size() + " " + lost.keySet().iterator().next());
    }
}
