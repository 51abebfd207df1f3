//@ class: CoupledConditions
//@ criterion: mcdc
//@ budget: 2000 evals
public class CoupledConditions {
    public int between(int x) {
        if (x > 5 && x > 3) { //~ covered 3/4; mcdc 1/2
            return 1;
        }
        return 0;
    }
}
