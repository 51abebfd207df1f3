//@ class: Version
class Version implements Comparable<Version> {
    private final int major;
    private final int minor;

    Version(int major, int minor) {
        this.major = major;
        this.minor = minor;
    }

    @Override
    public int compareTo(Version other) {
        if (major != other.major) { //~ covered
            return Integer.compare(major, other.major);
        }
        return Integer.compare(minor, other.minor);
    }
}
