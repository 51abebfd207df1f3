//@ class: Show
class Show {
    static String show(String text) {
        return text == null ? "no text" : text; //~ covered
    }

    static String show(int[] values) {
        return values == null ? "no values" : "values"; //~ covered
    }
}
