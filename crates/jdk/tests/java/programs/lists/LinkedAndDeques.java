import java.util.*;

/** Linked lists and deques as stacks and queues. */
public class LinkedAndDeques {
    public static void main(String[] args) throws Exception {
        Deque<Integer> deque = new ArrayDeque<>();
        LinkedList<Integer> linked = new LinkedList<>();
        for (int i = 0; i < 20; i++) { if (i % 3 == 0) { deque.addFirst(i); linked.addFirst(i); } else { deque.addLast(i); linked.addLast(i); } if (i % 5 == 4) { deque.pollLast(); linked.pollLast(); } }
        System.out.println(deque + " " + linked + " " + deque.peekFirst() + " " + linked.peekLast());
        deque.push(-1);
        System.out.println(deque.pop() + " " + deque.removeLast() + " " + linked.indexOf(7) + " " + linked.remove(2) + " " + deque.removeFirstOccurrence(100));
        Stack<String> stack = new Stack<>();
        stack.push("x"); stack.push("y");
        System.out.println(stack + " " + stack.peek() + " " + stack.search("x") + " " + stack.pop());
    }
}
