//@ class: Finally
class Finally {
    private int depth;

    int enter(int a) {
        depth++;
        try {
            if (a < 0) { //~ covered
                throw new IllegalStateException();
            }
            return a;
        } finally {
            depth--;
        }
    }

    int depth() {
        return depth;
    }
}
