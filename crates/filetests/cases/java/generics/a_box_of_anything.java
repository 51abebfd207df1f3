//@ class: Box
class Box<T> {
    private T value;

    void put(T value) {
        this.value = value;
    }

    boolean isFull() {
        return value != null; //~ covered
    }
}
