//@ class: Results
class Results {
    abstract static sealed class Result permits Success, Failure {
    }

    static final class Success extends Result {
        final int value;

        Success(int value) {
            this.value = value;
        }
    }

    static final class Failure extends Result {
    }

    static int valueOf(Result result) {
        return result instanceof Success ? ((Success) result).value : -1; //~ covered
    }
}
