//@ class: Division
//@ contains: assertThrows(ArithmeticException.class, 
class Division {
    static int divide(int a, int b) {
        return a / b;
    }
}
