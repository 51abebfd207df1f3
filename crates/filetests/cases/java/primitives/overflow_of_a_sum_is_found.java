//@ class: Overflow
class Overflow {
    static boolean overflows(int a, int b) {
        int sum = a + b;
        return a > 0 && b > 0 && sum < 0; //~ covered
    }
}
