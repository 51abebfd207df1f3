//@ class: Guards
class Guards {
    static boolean has(String text, int at) {
        return text != null && at >= 0 && at < text.length() && text.charAt(at) == 'x'; //~ covered
    }
}
