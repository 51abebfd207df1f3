//@ class: PinLock
//@ budget: 3000 evals

/** What a call found decides: how near it came is known inside of it, behind a virtual call, and nothing compares the key itself. */
class PinLock {
    static class Pin {
        private final int depth;
        private final Pin next;

        Pin(int depth, Pin next) {
            this.depth = depth;
            this.next = next;
        }

        boolean fits(int key) {
            return key - key / 5 == depth;
        }
    }

    static Pin look(Pin from, int key) {
        for (Pin pin = from; pin != null; pin = pin.next) { //~ covered
            if (pin.fits(key)) { //~ covered
                return pin;
            }
        }
        return null;
    }

    static Pin find(int key) {
        return look(new Pin(977 * 30_011, new Pin(40_961 * 1_009, null)), key);
    }

    static String open(int key) {
        look(new Pin(24, null), 30);
        if (find(key) != null) { //~ covered
            return "open";
        }
        return "shut";
    }
}
