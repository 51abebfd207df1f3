//@ class: Wrapper
class Wrapper {
    static int twice(int a) {
        return check(a) ? 2 * a : 0;
    }

    private static boolean check(int a) {
        return a > 5 && a < 50; //~ covered
    }
}
