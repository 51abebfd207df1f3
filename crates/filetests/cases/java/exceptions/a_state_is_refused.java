//@ class: Once
//@ contains: assertThrows(IllegalStateException.class, 
class Once {
    private boolean done;

    void run() {
        if (done) { //~ covered
            throw new IllegalStateException("twice");
        }
        done = true;
    }
}
