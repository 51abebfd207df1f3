//@ class: Sorted
//@ budget: 20000 evals
class Sorted {
    static boolean is(int[] values) {
        for (int i = 1; i < values.length; i++) { //~ covered
            if (values[i - 1] > values[i]) { //~ covered
                return false;
            }
        }
        return true;
    }
}
