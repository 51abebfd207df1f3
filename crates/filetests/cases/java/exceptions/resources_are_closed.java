//@ class: Resources
class Resources implements AutoCloseable {
    int closed;

    @Override
    public void close() {
        closed++;
    }

    static int use(int a) {
        Resources used = new Resources();
        try (Resources resources = used) {
            if (a == 0) { //~ covered
                return resources.closed;
            }
        } //~ covered 1/2
        return used.closed;
    }
}
