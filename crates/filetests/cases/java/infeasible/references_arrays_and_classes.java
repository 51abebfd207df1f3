//@ class: Known
class Known {
    int kept;
    int[] all = new int[2];
    int own() {
        if (this == null) { //~ covered 1/2; infeasible 1/2
            return 1;
        }
        Known other = new Known();
        if (other == null) { //~ covered 1/2; infeasible 1/2
            return 2;
        }
        return 0;
    }
    static int used(int[] a, int at) {
        int first = a[at];
        if (a == null || at < 0) { //~ covered 2/4; infeasible 2/4
            return -1;
        }
        if (at >= a.length) { //~ covered 1/2; infeasible 1/2
            return -2;
        }
        return first == 0 ? 0 : 1;
    }
    static int kind(Object o) {
        if (o instanceof Number) {
            return o instanceof Thread ? 1 : 2; //~ covered 1/2; infeasible 1/2
        }
        if (o instanceof Integer) { //~ covered 1/2; infeasible 1/2
            return 3;
        }
        return o instanceof Comparable ? 4 : 5;
    }
    int twice() {
        if (kept > 0) {
            if (kept < 0) { //~ covered 1/2; infeasible 1/2
                return 1;
            }
            return 2;
        }
        return 3;
    }
}
