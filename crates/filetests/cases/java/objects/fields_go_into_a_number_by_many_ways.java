//@ class: Mixture
//@ strategy: hybrid
class Mixture {
    int first;
    int second;

    void add(int number) {
        second += number;
    }

    /** Each field goes into the sum along more ways than anybody can follow. */
    boolean isFull() {
        int a = first;
        int b = second;
        for (int i = 0; i < 70; i++) { //~ covered
            int sum = a + b;
            a = b;
            b = sum;
        }
        return b == 1_000_003; //~ covered
    }
}
