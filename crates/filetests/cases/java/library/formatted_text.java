// FIXME: the first String.format of a run takes more steps than a test may (--steps).
//@ class: Format
class Format {
    static String cents(int cents) {
        if (cents < 0) { //~ covered 1/2
            return "-";
        }
        return String.format("%d.%02d", cents / 100, cents % 100);
    }
}
