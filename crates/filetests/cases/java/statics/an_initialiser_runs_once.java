//@ class: Lazy
class Lazy {
    private static String value;

    static String get() {
        if (value == null) { //~ covered
            value = "made";
        }
        return value;
    }
}
