//@ class: Days
class Days {
    static String name(int day) {
        switch (day) { //~ covered
            case 0:
                return "Sunday";
            case 1:
                return "Monday";
            case 2:
                return "Tuesday";
            default:
                return "later";
        }
    }
}
