//@ class: Small
class Small {
    static int sum(byte a, short b) {
        if (a == 7) { //~ covered
            return b;
        }
        return a + b;
    }
}
