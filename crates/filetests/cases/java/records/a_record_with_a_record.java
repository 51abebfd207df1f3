//@ class: Line
record Line(End from, End to) {
    record End(int at) {
    }

    boolean isEmpty() {
        return from.at() == to.at(); //~ covered
    }
}
