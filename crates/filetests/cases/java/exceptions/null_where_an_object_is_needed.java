//@ class: Needs
//@ contains: assertThrows(NullPointerException.class, 
class Needs {
    static int length(String text) {
        return text.length();
    }
}
