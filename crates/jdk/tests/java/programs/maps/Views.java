import java.util.*;

/** Key, value and entry views change the map. */
public class Views {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (int i = 0; i < 8; i++) map.put("k" + i, i * i);
        map.keySet().remove("k1");
        map.values().removeIf(v -> v % 2 == 1);
        for (Map.Entry<String, Integer> e : map.entrySet()) e.setValue(e.getValue() + 1);
        System.out.println(map + " " + map.entrySet().contains(new AbstractMap.SimpleEntry<>("k2", 5)) + " " + map.containsValue(17));
        Iterator<String> it = map.keySet().iterator();
        it.next(); it.remove();
        System.out.println(map.keySet() + " " + map.values());
    }
}
