//@ class: Range
//@ contains: assertThrows(IllegalArgumentException.class, () -> new Range(
record Range(int from, int to) {
    Range {
        if (from > to) { //~ covered
            throw new IllegalArgumentException();
        }
    }

    int length() {
        return to - from;
    }
}
