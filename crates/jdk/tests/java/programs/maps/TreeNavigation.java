import java.util.*;

/** Neighbors, parts and reversal of a tree map. */
public class TreeNavigation {
    public static void main(String[] args) throws Exception {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 100; i += 7) map.put(i, "v" + i);
        System.out.println(map.floorKey(20) + " " + map.ceilingKey(20) + " " + map.lowerKey(21) + " " + map.higherKey(21) + " " + map.firstEntry() + " " + map.lastKey() + " " + map.floorKey(-1));
        System.out.println(map.headMap(21) + " " + map.headMap(21, true).size() + " " + map.tailMap(80) + " " + map.subMap(10, 30).keySet());
        System.out.println(map.descendingMap().headMap(70) + " " + map.pollFirstEntry() + " " + map.navigableKeySet().higher(50));
        try { map.subMap(10, 30).put(40, "x"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
