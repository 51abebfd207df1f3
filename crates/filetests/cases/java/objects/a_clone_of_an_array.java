//@ class: Copy
class Copy {
    static boolean isEqual(int[] values) {
        int[] copy = values.clone();
        return copy.length == 0 || copy[0] == values[0]; //~ covered 3/4
    }
}
