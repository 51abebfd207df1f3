//@ class: Handlers
class Handlers {
    static String read(int[] values, int at) {
        try {
            return values[at] > 0 ? "positive" : "other"; //~ covered
        } catch (ArrayIndexOutOfBoundsException e) {
            return "outside";
        } catch (NullPointerException e) {
            return "nothing";
        }
    }
}
