//@ class: Dead
class Dead {
    static int of(int a) {
        int b = a & 7;
        if (b > 7) { //~ covered 1/2; infeasible 1/2
            return -1; //~ statement: open
        }
        return b; //~ statement: covered
    }
}
