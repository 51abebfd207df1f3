//@ class: Turnstile
class Turnstile {
    private boolean open;
    private int passed;

    void coin() {
        open = true;
    }

    boolean push() {
        if (!open) { //~ covered
            return false;
        }
        open = false;
        passed++;
        return true;
    }

    boolean isBusy() {
        return passed > 1; //~ covered
    }
}
