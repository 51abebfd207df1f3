//@ class: Format
class Format {
    static String cents(int cents) {
        if (cents < 0) {
            return "-";
        }
        return String.format("%d.%02d", cents / 100, cents % 100);
    }
}
