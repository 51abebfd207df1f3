//@ class: Swap
class Swap {
    static void ends(int[] values) {
        if (values.length > 1) { //~ covered
            int first = values[0];
            values[0] = values[values.length - 1];
            values[values.length - 1] = first;
        }
    }
}
