//@ class: Named
record Named<T>(String name, T value) {
    boolean hasValue() {
        return value != null; //~ covered
    }
}
