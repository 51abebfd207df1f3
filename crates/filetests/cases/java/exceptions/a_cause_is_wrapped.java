//@ class: Wrapped
//@ contains: assertThrows(IllegalStateException.class, 
class Wrapped {
    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(e);
        }
    }
}
