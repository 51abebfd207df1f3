//@ class: Lanes.Track
//@ budget: 2000 evals

/** What is measured, and what measures: tests of the one make objects of the other. */
class Lanes {
    private Lanes() {}

    /** Something that is measured, and added to its own kind. */
    interface Measured<M extends Measured<M>> {
        double size();

        M plus(M other);
    }

    static final class Metres implements Measured<Metres> {
        private final double metres;

        Metres(double metres) {
            this.metres = metres;
        }

        @Override
        public double size() {
            return metres;
        }

        @Override
        public Metres plus(Metres other) {
            return new Metres(metres + other.metres);
        }
    }

    /** Takes a class that is below its own bound: neither the bound itself nor what stands for most parameters will do. */
    static class Track<M extends Measured<M>> {
        private final M first;
        private M whole;

        Track(M first) {
            this.first = first;
            whole = first;
        }

        M lengthen(M by) {
            if (by.size() < 0.0) { //~ covered
                throw new IllegalArgumentException("shorter");
            }
            whole = whole.plus(by);
            return whole;
        }

        boolean isLong() {
            return whole.size() > 2.0 * first.size(); //~ covered
        }

        static <M extends Measured<M>> M longer(M one, M other) {
            return one.size() >= other.size() ? one : other; //~ covered
        }
    }
}
