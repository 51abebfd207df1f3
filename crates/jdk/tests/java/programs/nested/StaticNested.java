/** A linked list with a static nested node, generic both. */
public class StaticNested {
    static class Stack<T> { private static class Node<T> { final T value; final Node<T> next; Node(T v, Node<T> n) { value = v; next = n; } } private Node<T> top; private int size; void push(T t) { top = new Node<>(t, top); size++; } T pop() { if (top == null) throw new IllegalStateException("empty"); T t = top.value; top = top.next; size--; return t; } }

    public static void main(String[] args) throws Exception {
        Stack<String> s = new Stack<>();
        s.push("a"); s.push("b");
        System.out.println(s.pop() + s.size + s.pop() + s.size);
        try { s.pop(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
