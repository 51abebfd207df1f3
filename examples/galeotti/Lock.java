/** The example that motivates the paper, in other words: a string and a count that only calls raise make a word together. */
class Lock {
    private final String prefix;
    Lock(String prefix) {
        this.prefix = prefix;
    }
    boolean opens(Counter counter) {
        String whole = prefix + counter.count();
        if (whole.equals("baz5")) {
            return true;
        }
        return false;
    }
}
