//@ class: Cast
//@ contains: assertThrows(ClassCastException.class, 
class Cast {
    static String of(Object value) {
        return (String) value;
    }
}
