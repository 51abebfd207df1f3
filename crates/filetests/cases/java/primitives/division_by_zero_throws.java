//@ class: Division
// No statement of the class throws, so that branch coverage asks for one call; a test for a mutant shows what else happens.
//@ contains: assertThrows(ArithmeticException.class,
class Division {
    static int divide(int a, int b) {
        return a / b;
    }
}
