//@ class: Changing
class Changing {
    int value;
    int[] slots = new int[1];
    void set(int to) { value = to; }
    int behindACall(int to) {
        if (value > 0) {
            set(to);
            if (value < 0) { //~ covered
                return 1;
            }
        }
        return 0;
    }
    int behindAnAlias(Changing other) {
        if (value > 0) {
            other.value = -1;
            if (value < 0) { //~ covered
                return 1;
            }
        }
        return 0;
    }
    int behindAnException(int[] a, int at) {
        int state = 0;
        try {
            state = 1;
            a[at] = 5;
            state = 2;
        } catch (RuntimeException e) {
            if (state == 0) { //~ covered 1/2; infeasible 1/2
                return -1;
            }
            return state == 1 ? 1 : 2; //~ covered 1/2; infeasible 1/2
        }
        return 3;
    }
    int fieldsBehindAnException(int[] a, int at) {
        if (value != 7) {
            try {
                value = 7;
                a[at] = 5;
            } catch (RuntimeException e) {
                if (value == 7) { //~ covered 1/2
                    return 1;
                }
            }
        }
        return 0;
    }
    int elements(int[] a, int[] b) {
        if (a[0] == 1) {
            b[0] = 2;
            if (a[0] == 2) { //~ covered
                return 1;
            }
        }
        return 0;
    }
}
