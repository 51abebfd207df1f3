//@ class: Operators
class Operators {
    static int apply(char operator, int a, int b) {
        switch (operator) { //~ covered
            case '+':
                return a + b;
            case '-':
                return a - b;
            case '*':
                return a * b;
            default:
                throw new IllegalArgumentException();
        }
    }
}
