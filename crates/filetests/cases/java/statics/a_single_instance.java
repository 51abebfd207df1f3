//@ class: Single
class Single {
    private static final Single INSTANCE = new Single();
    private int uses;

    private Single() {
    }

    static Single instance() {
        return INSTANCE;
    }

    boolean use() {
        return ++uses > 2; //~ covered
    }
}
