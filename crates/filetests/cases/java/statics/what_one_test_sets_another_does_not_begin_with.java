//@ class: Log
class Log {
    private static final ThreadLocal<Boolean> LOUD = new ThreadLocal<Boolean>() {
        @Override
        protected Boolean initialValue() {
            return Boolean.FALSE; //~ covered
        }
    };

    static boolean isLoud() {
        return LOUD.get();
    }

    static void set(boolean loud) {
        LOUD.set(loud); //~ open
    }
}
