//@ class: BothWaysOfDecisions
//@ criterion: condition-decision
public class BothWaysOfDecisions {
    public static int sign(int a, int b) {
        if (a == 0 || b == 0) { //~ covered 4/4; decisions 2/2
            return 0;
        }
        return a < 0 == b < 0 ? 1 : -1;
    }
}
