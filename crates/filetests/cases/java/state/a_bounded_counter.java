//@ class: Bounded
class Bounded {
    private int count;

    boolean increment() {
        if (count == 3) { //~ covered
            return false;
        }
        count++;
        return true;
    }
}
