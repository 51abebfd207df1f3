//@ class: Tree
class Tree {
    private final Tree left;
    private final Tree right;

    Tree(Tree left, Tree right) {
        this.left = left;
        this.right = right;
    }

    int height() {
        int leftHeight = left == null ? 0 : left.height(); //~ covered
        int rightHeight = right == null ? 0 : right.height(); //~ covered
        return 1 + Math.max(leftHeight, rightHeight);
    }
}
