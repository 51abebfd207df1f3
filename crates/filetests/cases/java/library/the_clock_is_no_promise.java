//@ class: Age
//@ lacks: isOld
class Age {
    static boolean isOld() {
        return System.currentTimeMillis() > 1_000_000_000_000L ? true : false; //~ open
    }

    static int sign(int x) {
        return x > 3 ? 1 : 0; //~ covered
    }
}
