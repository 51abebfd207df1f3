//@ class: Boxed
class Boxed {
    static Integer half(int a) {
        return a % 2 == 0 ? a / 2 : null; //~ covered
    }
}
