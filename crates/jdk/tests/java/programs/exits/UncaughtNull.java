/** A null pointer out of main. */
public class UncaughtNull {
    static class Node { Node next; int value; }

    public static void main(String[] args) throws Exception {
        Node n = new Node();
        System.out.println(n.value);
        System.out.println(n.next.value);
    }
}
