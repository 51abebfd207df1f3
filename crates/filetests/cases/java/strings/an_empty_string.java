//@ class: Empty
class Empty {
    static boolean is(String text) {
        return text.isEmpty();
    }
}
