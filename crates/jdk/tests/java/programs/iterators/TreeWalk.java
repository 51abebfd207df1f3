import java.util.*;

/** A binary tree walked by an explicit stack. */
public class TreeWalk {
    static class Tree<K extends Comparable<K>> implements Iterable<K> {
        private class Node { K key; Node left, right; Node(K k) { key = k; } }
        private Node root; private int size;
        boolean add(K k) { if (root == null) { root = new Node(k); size++; return true; } Node n = root; while (true) { int c = k.compareTo(n.key); if (c == 0) return false; Node next = c < 0 ? n.left : n.right; if (next == null) { if (c < 0) n.left = new Node(k); else n.right = new Node(k); size++; return true; } n = next; } }
        public Iterator<K> iterator() { Deque<Node> stack = new ArrayDeque<>(); for (Node n = root; n != null; n = n.left) stack.push(n); return new Iterator<K>() { public boolean hasNext() { return !stack.isEmpty(); } public K next() { Node n = stack.pop(); for (Node m = n.right; m != null; m = m.left) stack.push(m); return n.key; } }; }
    }

    public static void main(String[] args) throws Exception {
        Tree<String> t = new Tree<>();
        for (String s : "the quick brown fox jumps over the lazy dog".split(" ")) t.add(s);
        for (String s : t) System.out.print((s + " "));
        System.out.println(t.size);
    }
}
