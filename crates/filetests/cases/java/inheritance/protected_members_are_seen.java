//@ class: Guarded
class Guarded {
    protected int level;

    protected boolean raise() {
        level++;
        return level > 1; //~ covered
    }
}
