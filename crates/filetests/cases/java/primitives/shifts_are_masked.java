//@ class: Shifts
class Shifts {
    static boolean wraps(int a) {
        return a != 0 && 1 << a == 1; //~ covered
    }
}
