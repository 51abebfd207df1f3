//@ class: Stack
//@ budget: 20000 evals
class Stack<E> {
    private static final class Node<E> {
        final E value;
        final Node<E> below;

        Node(E value, Node<E> below) {
            this.value = value;
            this.below = below;
        }
    }

    private Node<E> top;

    void push(E value) {
        top = new Node<>(value, top);
    }

    E pop() {
        if (top == null) { //~ covered
            return null;
        }
        E value = top.value;
        top = top.below;
        return value;
    }

    int depth() {
        int depth = 0;
        for (Node<E> node = top; node != null; node = node.below) { //~ covered
            depth++;
        }
        return depth;
    }
}
