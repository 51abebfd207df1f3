//@ class: Find
class Find {
    static int index(int[] values, int wanted) {
        for (int i = 0; i < values.length; i++) { //~ covered
            if (values[i] == wanted) { //~ covered
                return i;
            }
        }
        return -1;
    }
}
