/** A linked list that keeps removed nodes for later. */
class CachedList {
    private static final class Node {
        int value;
        Node next;
    }
    private Node first;
    private Node cache;
    private int size;
    private int cached;
    void push(int value) {
        Node node;
        if (cache != null) {
            node = cache;
            cache = node.next;
            cached--;
        } else {
            node = new Node();
        }
        node.value = value;
        node.next = first;
        first = node;
        size++;
    }
    int pop() {
        if (first == null) {
            throw new IllegalStateException("empty");
        }
        Node node = first;
        first = node.next;
        size--;
        if (cached < 3) {
            node.next = cache;
            cache = node;
            cached++;
        }
        return node.value;
    }
    boolean removeAt(int index) {
        if (index < 0 || index >= size) {
            return false;
        }
        if (index == 0) {
            pop();
            return true;
        }
        Node before = first;
        for (int at = 1; at < index; at++) {
            before = before.next;
        }
        before.next = before.next.next;
        size--;
        return true;
    }
    int indexOf(int value) {
        int at = 0;
        for (Node node = first; node != null; node = node.next) {
            if (node.value == value) {
                return at;
            }
            at++;
        }
        return -1;
    }
    boolean isCacheFull() {
        return cached == 3 && size == 2 && first.value == 1234567;
    }
}
