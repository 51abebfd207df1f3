//@ class: Never
class Never {
    static boolean both(int a) {
        if (a > 10) { //~ covered
            return a < 5; //~ covered 1/2; infeasible 1/2
        }
        return false;
    }
}
