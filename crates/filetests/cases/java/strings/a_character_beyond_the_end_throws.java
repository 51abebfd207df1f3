//@ class: Third
// FIXME: an exception that no statement of the class throws is no goal of branch coverage, and has no test.
//@ lacks: assertThrows(StringIndexOutOfBoundsException.class,
class Third {
    static char of(String text) {
        return text.charAt(2);
    }
}
