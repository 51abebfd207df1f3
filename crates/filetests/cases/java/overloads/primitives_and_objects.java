//@ class: Kind
class Kind {
    static String of(int value) {
        return value > 0 ? "int" : "no"; //~ covered
    }

    static String of(long value) {
        return value > 0 ? "long" : "no"; //~ covered
    }

    static String of(Object value) {
        return value == null ? "null" : "object"; //~ covered
    }
}
