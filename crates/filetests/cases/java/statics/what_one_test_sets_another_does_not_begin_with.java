//@ class: Log
// The value that a thread begins with is made only where no test set one before: the test that sets one goes.
//@ contains: Log.isLoud()
//@ lacks: Log.set(
class Log {
    private static final ThreadLocal<Boolean> LOUD = new ThreadLocal<Boolean>() {
        @Override
        protected Boolean initialValue() {
            return Boolean.FALSE;
        }
    };

    static boolean isLoud() {
        return LOUD.get();
    }

    static void set(boolean loud) {
        LOUD.set(loud);
    }
}
