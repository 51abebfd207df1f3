//@ class: Locked
class Locked {
    private int count;

    synchronized boolean enter() {
        if (count == 2) { //~ covered
            return false;
        }
        count++;
        return true;
    }
}
