//@ class: Positive
//@ contains: assertThrows(IllegalArgumentException.class, () -> new Positive(
class Positive {
    private final int value;

    Positive(int value) {
        if (value <= 0) { //~ covered
            throw new IllegalArgumentException();
        }
        this.value = value;
    }

    int value() {
        return value;
    }
}
