//@ class: Version
//@ lacks: compareTo((Version)
/** A bridge stands for `Comparable.compareTo(Object)`: it is no other method. */
class Version implements Comparable<Version> {
    private final int number;

    Version(int number) {
        this.number = number;
    }

    @Override
    public int compareTo(Version other) {
        if (other == null) { //~ covered
            return 1;
        }
        return Integer.compare(number, other.number);
    }
}
