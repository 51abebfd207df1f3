//@ class: Types
class Types {
    static String of(Object value) {
        if (value instanceof Integer) { //~ covered
            return "integer";
        }
        return value instanceof String ? "string" : "other"; //~ covered
    }
}
