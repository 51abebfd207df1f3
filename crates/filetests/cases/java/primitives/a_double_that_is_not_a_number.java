//@ class: Nan
class Nan {
    static boolean is(double x) {
        return x != x; //~ covered
    }
}
