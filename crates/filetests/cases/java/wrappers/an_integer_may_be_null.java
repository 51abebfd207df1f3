//@ class: Maybe
class Maybe {
    static int orZero(Integer value) {
        return value == null ? 0 : value; //~ covered
    }
}
