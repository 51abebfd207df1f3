//@ class: ThreeWaysInACondition
//@ criterion: mcdc
public class ThreeWaysInACondition {
    public static int pay(boolean member, boolean coupon, int age) {
        if (member ? coupon : age >= 65) { //~ mcdc 3/3
            return 80;
        }
        return 100;
    }
}
