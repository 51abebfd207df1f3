//@ class: Holder
class Holder {
    public int value;

    boolean isSet() {
        return value != 0; //~ covered
    }
}
