//@ class: Wide
class Wide {
    static String size(long a) {
        if (a > Integer.MAX_VALUE) { //~ covered
            return "wide";
        }
        return "narrow";
    }
}
