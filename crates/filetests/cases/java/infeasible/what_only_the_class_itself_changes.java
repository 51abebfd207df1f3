//@ class: Ledger
import java.util.Objects;

class Ledger {
    private final String owner;
    private int state;
    private long[] entries = new long[4];

    public Ledger(String owner) {
        this.owner = Objects.requireNonNull(owner);
    }

    public void next() {
        state = state == 0 ? 1 : 2; //~ covered 2/2
    }

    public String owner() {
        return owner == null ? "nobody" : owner; //~ covered 1/2; infeasible 1/2
    }

    public int state() {
        switch (state) { //~ covered 3/4; infeasible 1/4
            case 0: return 10;
            case 1: return 20;
            case 2: return 30;
            default: return 40;
        }
    }

    public boolean isOpen() {
        return entries != null; //~ covered 1/2; infeasible 1/2
    }

    public int weight(boolean heavy) {
        return scaled(heavy ? 3 : 1); //~ covered 2/2
    }

    private int scaled(int by) {
        return by > 3 ? 0 : by * 5; //~ covered 1/2; infeasible 1/2
    }
}
