//@ class: Callbacks
class Callbacks {
    interface Listener {
        void changed(int value);
    }

    private Listener listener;

    void listen(Listener listener) {
        this.listener = listener;
    }

    boolean set(int value) {
        if (listener == null) { //~ covered
            return false;
        }
        listener.changed(value);
        return true;
    }
}
