//@ class: Percent
class Percent {
    private final int value;

    private Percent(int value) {
        this.value = value;
    }

    static Percent of(int value) {
        if (value < 0 || value > 100) { //~ covered
            throw new IllegalArgumentException();
        }
        return new Percent(value);
    }

    boolean isAll() {
        return value == 100; //~ covered
    }
}
