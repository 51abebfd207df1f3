//@ class: Runs
//@ lacks: (Runs.Task<
class Runs {
    interface Task<E extends Throwable> {
        void run() throws E;
    }

    static int count(Task<? extends Throwable>[] tasks) {
        int count = 0;
        for (Task<? extends Throwable> task : tasks) { //~ covered
            if (task != null) { //~ covered
                count++;
            }
        }
        return count;
    }
}
