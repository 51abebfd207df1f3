//@ class: Length
class Length {
    static String kind(String text) {
        if (text.length() > 10) { //~ covered
            return "long";
        }
        return "short";
    }
}
