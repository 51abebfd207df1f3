//@ class: Max
class Max {
    static <T extends Comparable<T>> T of(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b; //~ covered
    }
}
