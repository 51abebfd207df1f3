//@ class: Factorial
class Factorial {
    static int of(int n) {
        int small = n & 7;
        return small < 2 ? 1 : small * of(small - 1); //~ covered
    }
}
