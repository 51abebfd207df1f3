//@ class: Binary
//@ budget: 20000 evals
class Binary {
    static int search(int[] values, int wanted) {
        int low = 0;
        int high = values.length - 1;
        while (low <= high) { //~ covered
            int middle = low + high >>> 1;
            if (values[middle] < wanted) { //~ covered
                low = middle + 1;
            } else if (values[middle] > wanted) { //~ covered
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
