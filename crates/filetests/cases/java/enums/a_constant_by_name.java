//@ class: Sizes
class Sizes {
    enum Size { SMALL, LARGE }

    static boolean isLarge(String name) {
        return Size.valueOf(name) == Size.LARGE; //~ covered
    }
}
