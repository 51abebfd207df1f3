//@ class: Point
record Point(int x, int y) {
    boolean isOnDiagonal() {
        return x == y; //~ covered
    }
}
