/** Counts. */
class Counter {
    private int count;
    void bump() {
        count++;
    }
    int count() {
        return count;
    }
}
