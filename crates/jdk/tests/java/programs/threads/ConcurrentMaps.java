import java.util.*;
import java.util.concurrent.*;

/** Concurrent maps under several threads. */
public class ConcurrentMaps {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread[] all = new Thread[3];
        for (int i = 0; i < 3; i++) { all[i] = new Thread(() -> { for (int k = 0; k < 300; k++) map.merge("k" + k % 7, 1, Integer::sum); }); all[i].start(); }
        for (Thread t : all) t.join();
        System.out.println(new TreeMap<>(map) + " " + map.reduceValues(1, Integer::sum) + " " + map.mappingCount());
        try { map.put(null, 1); } catch (NullPointerException e) { System.out.println("no null"); }
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(Arrays.asList(1, 2, 3));
        for (int x : list) list.add(x * 10);
        System.out.println(list + " " + new ConcurrentSkipListMap<>(map).firstKey());
    }
}
