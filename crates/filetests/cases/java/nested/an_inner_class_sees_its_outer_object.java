//@ class: Purse
//@ budget: 20000 evals
class Purse {
    private int coins;

    class Slot {
        boolean insert(int value) {
            if (value <= 0) { //~ covered
                return false;
            }
            coins += value;
            return true;
        }
    }

    boolean isEmpty() {
        return coins == 0; //~ covered
    }
}
