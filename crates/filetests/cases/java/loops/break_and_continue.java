//@ class: Breaks
class Breaks {
    static int sum(int[] values) {
        int sum = 0;
        for (int value : values) { //~ covered
            if (value < 0) { //~ covered
                continue;
            }
            if (value == 100) { //~ covered
                break;
            }
            sum += value;
        }
        return sum;
    }
}
