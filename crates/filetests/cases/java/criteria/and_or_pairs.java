//@ class: AndOrPairs
//@ criterion: mcdc
public class AndOrPairs {
    public String choose(int a, int b, int c) {
        if (a > 10 && (b == 7 || c < 0)) { //~ covered 6/6; mcdc 3/3
            return "yes";
        }
        return "no";
    }
}
