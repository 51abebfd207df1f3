//@ class: Key
//@ budget: 20000 evals
class Key {
    private final int value;

    Key(int value) {
        this.value = value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key && ((Key) other).value == value; //~ covered
    }

    @Override
    public int hashCode() {
        return value;
    }
}
