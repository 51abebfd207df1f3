import java.util.*;

/** What lists refuse. */
public class Failures {
    static void attempt(Runnable r) { try { r.run(); System.out.println("fine"); } catch (RuntimeException e) { System.out.println(e.getClass().getName() + ": " + e.getMessage()); } }

    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        attempt(() -> list.get(2));
        attempt(() -> list.add(5, "x"));
        attempt(() -> list.remove(-1));
        attempt(() -> Arrays.asList(1, 2).add(3));
        attempt(() -> Collections.unmodifiableList(list).set(0, "x"));
        attempt(() -> Collections.emptyList().iterator().next());
        attempt(() -> new ArrayList<>(-1));
        attempt(() -> new LinkedList<>().getFirst());
        attempt(() -> list.subList(1, 0));
        attempt(() -> list.listIterator(9));
        attempt(() -> new ArrayDeque<>().addFirst(null));
        attempt(() -> list.toArray(new Integer[2]));
    }
}
