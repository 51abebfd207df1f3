//@ class: Combination
//@ budget: 20000 evals
class Combination {
    private int correct;

    boolean press(int digit) {
        if (correct == 0 && digit == 4) { //~ covered
            correct = 1;
        } else if (correct == 1 && digit == 2) { //~ covered
            correct = 2;
        } else {
            correct = 0;
        }
        return correct == 2; //~ covered
    }
}
