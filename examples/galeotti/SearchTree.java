/** A binary search tree of integers. */
class SearchTree {
    private static final class Node {
        int key;
        Node left;
        Node right;
        Node(int key) {
            this.key = key;
        }
    }
    private Node root;
    private int size;
    boolean add(int key) {
        if (root == null) {
            root = new Node(key);
            size = 1;
            return true;
        }
        Node at = root;
        while (true) {
            if (key == at.key) {
                return false;
            }
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                if (key < at.key) {
                    at.left = new Node(key);
                } else {
                    at.right = new Node(key);
                }
                size++;
                return true;
            }
            at = next;
        }
    }
    boolean contains(int key) {
        Node at = root;
        while (at != null && at.key != key) {
            at = key < at.key ? at.left : at.right;
        }
        return at != null;
    }
    boolean remove(int key) {
        Node parent = null;
        Node at = root;
        while (at != null && at.key != key) {
            parent = at;
            at = key < at.key ? at.left : at.right;
        }
        if (at == null) {
            return false;
        }
        if (at.left != null && at.right != null) {
            Node heir = at.right;
            Node above = at;
            while (heir.left != null) {
                above = heir;
                heir = heir.left;
            }
            at.key = heir.key;
            if (above == at) {
                above.right = heir.right;
            } else {
                above.left = heir.right;
            }
        } else {
            Node child = at.left != null ? at.left : at.right;
            if (parent == null) {
                root = child;
            } else if (parent.left == at) {
                parent.left = child;
            } else {
                parent.right = child;
            }
        }
        size--;
        return true;
    }
    int height() {
        return height(root);
    }
    private static int height(Node at) {
        if (at == null) {
            return 0;
        }
        int left = height(at.left);
        int right = height(at.right);
        return 1 + (left > right ? left : right);
    }
    int size() {
        return size;
    }
}
