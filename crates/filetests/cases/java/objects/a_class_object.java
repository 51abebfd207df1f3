//@ class: Classes
class Classes {
    static boolean isText(Class<?> type) {
        return type == String.class; //~ covered
    }
}
