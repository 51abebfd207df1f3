//@ class: Sum
//@ lacks: new int[] {}
class Sum {
    static int of(int... values) {
        int sum = 0;
        for (int value : values) { //~ covered
            sum += value;
        }
        return sum;
    }
}
