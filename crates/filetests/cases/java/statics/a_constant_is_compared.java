//@ class: Limits
class Limits {
    static final int MOST = 9876;

    static boolean isMost(int a) {
        return a == MOST; //~ covered
    }
}
