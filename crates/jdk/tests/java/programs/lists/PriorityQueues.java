import java.util.*;

/** A heap gives the least first; ties in any fixed order. */
public class PriorityQueues {
    public static void main(String[] args) throws Exception {
        PriorityQueue<int[]> queue = new PriorityQueue<>((x, y) -> x[0] != y[0] ? Integer.compare(x[0], y[0]) : y[1] - x[1]);
        int seed = 7;
        for (int i = 0; i < 30; i++) { seed = seed * 1103515245 + 12345; queue.add(new int[] {(seed >>> 16) % 10, i}); }
        StringBuilder line = new StringBuilder();
        while (!queue.isEmpty()) { int[] e = queue.poll(); line.append(e[0]).append(':').append(e[1]).append(' '); }
        System.out.println(line);
        PriorityQueue<String> words = new PriorityQueue<>(Collections.reverseOrder());
        Collections.addAll(words, "m", "z", "a");
        System.out.println(words.peek() + " " + words);
    }
}
