//@ class: Numbers
// FIXME: an exception that no statement of the class throws is no goal of branch coverage, and has no test.
//@ lacks: assertThrows(NumberFormatException.class,
class Numbers {
    static boolean isPositive(String text) {
        return Integer.parseInt(text) > 0; //~ covered
    }
}
