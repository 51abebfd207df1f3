//@ class: Zeros
// FIXME: an exception that no statement of the class throws is no goal of branch coverage, and has no test.
//@ lacks: assertThrows(NegativeArraySizeException.class,
class Zeros {
    static int[] of(int n) {
        if (n > 8) { //~ covered
            return new int[8];
        }
        return new int[n];
    }
}
