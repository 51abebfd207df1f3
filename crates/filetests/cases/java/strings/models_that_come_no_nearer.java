//@ class: Blank
//@ strategy: hybrid
//@ budget: 4000 evals

/** Each model of the solver makes one more character right, and brings the branch no nearer. */
class Blank {
    private static final Marks MARKS = new FirstMark();

    static String kind(String key) {
        if (key.length() < 3) {
            return "short";
        }
        return MARKS.in(key) == -1 ? "blank" : "marked"; //~ covered
    }
}

abstract class Marks {
    abstract int in(String key);
}

class FirstMark extends Marks {
    @Override
    int in(String key) {
        for (int i = 0; i < key.length(); i++) {
            int bits = key.charAt(i) ^ '~';
            if (bits != 0) {
                return 16 * i + Integer.numberOfLeadingZeros(bits);
            }
        }
        return -1;
    }
}
