//@ class: Tasks
class Tasks {
    private int runs;

    boolean run(Runnable task) {
        if (task == null) { //~ covered
            return false;
        }
        task.run();
        runs++;
        return true;
    }

    int runs() {
        return runs;
    }
}
