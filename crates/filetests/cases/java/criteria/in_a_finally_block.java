//@ class: InAFinallyBlock
//@ criterion: mcdc
public class InAFinallyBlock {
    private int closed;

    public int close(String text, boolean quiet) {
        try {
            return text.length();
        } finally {
            if (!quiet && closed < 2) { //~ mcdc 2/2
                closed++;
            }
        }
    }
}
