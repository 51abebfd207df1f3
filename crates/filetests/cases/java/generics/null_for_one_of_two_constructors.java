//@ class: Chain
class Chain<T> {
    private final int kind;

    Chain(Iterable<? extends T>[] all) {
        kind = all == null ? 0 : 1; //~ covered
    }

    Chain(Iterable<? extends T> one) {
        kind = one == null ? 2 : 3; //~ covered
    }

    static int of(Chain<String> chain) {
        return chain.kind == 0 ? 5 : 7; //~ covered
    }
}
