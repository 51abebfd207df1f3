// release 17
/** Null pointers say what was null. */
public class NullMessages {
    static class Node { Node next; int[] data; String name; Node next() { return next; } }
    static Node root = new Node();
    static void attempt(Runnable r) { try { r.run(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }

    public static void main(String[] args) throws Exception {
        attempt(() -> { int x = root.next.data[0]; });
        attempt(() -> root.data[1] = 2);
        attempt(() -> System.out.println(root.name.length()));
        attempt(() -> root.next().next());
        attempt(() -> root.next.next = root);
        attempt(() -> System.out.println(root.data.length));
        attempt(() -> { Node[][] grid = new Node[2][]; grid[1][0] = null; });
        attempt(() -> { synchronized (root.name) { System.out.println("locked"); } });
        attempt(() -> { throw (RuntimeException) (Object) root.next; });
        attempt(() -> { Integer boxed = null; int i = boxed; });
        attempt(() -> java.util.Objects.requireNonNull(null, "wanted"));
    }
}
