//@ class: First
class First {
    static boolean isDigit(String text) {
        if (text.isEmpty()) { //~ covered
            return false;
        }
        char c = text.charAt(0);
        return c >= '0' && c <= '9'; //~ covered
    }
}
