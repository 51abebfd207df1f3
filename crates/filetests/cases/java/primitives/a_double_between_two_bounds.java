//@ class: Interval
class Interval {
    static boolean contains(double x) {
        return x > 0.25 && x < 0.75; //~ covered
    }
}
