//@ class: Doors
class Doors {
    interface Lock {
        boolean isLocked();

        int tries();
    }

    static boolean alarm(Lock lock) {
        return lock.isLocked() && lock.tries() > 3; //~ covered
    }
}
