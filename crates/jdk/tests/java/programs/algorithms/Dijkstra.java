import java.util.*;

/** Shortest paths in a small graph. */
public class Dijkstra {
    public static void main(String[] args) throws Exception {
        int n = 12;
        long seed = 5;
        List<List<int[]>> edges = new ArrayList<>();
        for (int i = 0; i < n; i++) edges.add(new ArrayList<>());
        for (int i = 0; i < 30; i++) { seed = seed * 6364136223846793005L + 1442695040888963407L; int a = (int) (seed >>> 40) % n, b = (int) (seed >>> 50) % n; edges.get(a).add(new int[] {b, 1 + (int) (seed >>> 60)}); }
        int[] dist = new int[n];
        Arrays.fill(dist, Integer.MAX_VALUE);
        dist[0] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>(Comparator.<int[]>comparingInt(e -> e[1]).thenComparingInt(e -> e[0]));
        queue.add(new int[] {0, 0});
        while (!queue.isEmpty()) { int[] top = queue.poll(); if (top[1] > dist[top[0]]) continue; for (int[] e : edges.get(top[0])) { int d = top[1] + e[1]; if (d < dist[e[0]]) { dist[e[0]] = d; queue.add(new int[] {e[0], d}); } } }
        System.out.println(Arrays.toString(dist));
    }
}
