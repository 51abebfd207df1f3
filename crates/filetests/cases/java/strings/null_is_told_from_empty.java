//@ class: Blank
//@ contains: null
class Blank {
    static boolean is(String text) {
        return text == null || text.isEmpty(); //~ covered
    }
}
