//@ class: Magic
class Magic {
    static boolean is(int a) {
        return a == 123456; //~ covered
    }
}
