//@ class: Gcd
class Gcd {
    static int of(int a, int b) {
        int x = a & 255;
        int y = b & 255;
        while (y != 0) { //~ covered
            int rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
