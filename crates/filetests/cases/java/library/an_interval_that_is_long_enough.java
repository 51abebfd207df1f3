//@ class: Window
class Window {
    private final long length;
    private final long begun = System.nanoTime();
    private int events;

    Window(long length) {
        this.length = length;
    }

    boolean note() {
        events++;
        if (System.nanoTime() - begun > length) { //~ covered
            events = 0;
            return false;
        }
        return events > 1; //~ covered
    }
}
