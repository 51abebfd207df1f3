//@ class: Logic
class Logic {
    static boolean of(boolean a, boolean b, boolean c) {
        return !(a && b) || c && !a; //~ covered 7/8
    }
}
