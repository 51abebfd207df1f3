//@ class: Views
//@ contains: new ObjectOutputStream(
import java.io.Serializable;

class Views {
    private Views() {
    }

    static Runnable of(boolean quiet) {
        return new View(quiet);
    }

    private static final class View implements Runnable, Serializable {
        private static final long serialVersionUID = 1L;

        private final boolean quiet;

        View(boolean quiet) {
            this.quiet = quiet;
        }

        @Override
        public void run() {
        }

        private Object writeReplace() {
            return quiet ? "quiet" : "loud"; //~ covered
        }
    }
}
