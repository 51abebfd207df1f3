//@ class: Inf
class Inf {
    static int sign(float x) {
        if (x == Float.POSITIVE_INFINITY) { //~ covered
            return 1;
        }
        if (x == Float.NEGATIVE_INFINITY) { //~ covered
            return -1;
        }
        return 0;
    }
}
