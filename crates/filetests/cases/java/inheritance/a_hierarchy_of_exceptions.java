//@ class: Failures
class Failures {
    static class Failure extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static class Worse extends Failure {
        private static final long serialVersionUID = 1L;
    }

    static void fail(int a) throws Failure {
        if (a == 1) { //~ covered
            throw new Failure();
        }
        if (a == 2) { //~ covered
            throw new Worse();
        }
    }
}
