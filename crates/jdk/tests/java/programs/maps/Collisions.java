import java.util.*;

/** Keys with one hash share a bucket that becomes a tree. */
public class Collisions {
    static class Key implements Comparable<Key> {
        final int n;
        Key(int n) { this.n = n; }
        @Override public int hashCode() { return 7; }
        @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).n == n; }
        @Override public int compareTo(Key other) { return Integer.compare(n, other.n); }
    }

    public static void main(String[] args) throws Exception {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 200; i++) map.put(new Key(i * 37 % 200), i);
        int sum = 0;
        for (int i = 0; i < 200; i++) sum = sum * 31 + map.get(new Key(i));
        System.out.println(map.size() + " " + sum + " " + map.containsKey(new Key(200)));
        for (int i = 0; i < 190; i++) map.remove(new Key(i));
        System.out.println(map.size() + " " + map.values());
    }
}
