//@ class: Pizza
//@ budget: 20000 evals
class Pizza {
    private final boolean cheese;
    private final int size;

    private Pizza(Builder builder) {
        cheese = builder.cheese;
        size = builder.size;
    }

    boolean isPlain() {
        return !cheese && size < 30; //~ covered
    }

    static class Builder {
        private boolean cheese;
        private int size;

        Builder cheese() {
            cheese = true;
            return this;
        }

        Builder size(int size) {
            this.size = size;
            return this;
        }

        Pizza build() {
            return new Pizza(this);
        }
    }
}
