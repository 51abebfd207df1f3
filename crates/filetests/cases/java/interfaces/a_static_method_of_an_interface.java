//@ class: Parity
interface Parity {
    static boolean isEven(int a) {
        return a % 2 == 0; //~ covered
    }
}
