//@ class: Bits
class Bits {
    static boolean isPowerOfTwo(int a) {
        return a > 0 && (a & a - 1) == 0; //~ covered
    }
}
