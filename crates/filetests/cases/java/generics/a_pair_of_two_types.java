//@ class: Both
class Both<A, B> {
    private final A first;
    private final B second;

    Both(A first, B second) {
        this.first = first;
        this.second = second;
    }

    boolean isComplete() {
        return first != null && second != null; //~ covered
    }

    Both<B, A> swapped() {
        return new Both<>(second, first);
    }
}
