//@ class: Tickets
class Tickets {
    private static int last;

    static boolean isFirst() {
        return last++ == 0; //~ covered
    }
}
