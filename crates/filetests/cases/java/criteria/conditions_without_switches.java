//@ class: ConditionsWithoutSwitches
//@ criterion: condition
public class ConditionsWithoutSwitches {
    public static int days(int month, boolean leap) {
        switch (month) {
            case 2:
                return leap && month > 0 ? 29 : 28; //~ covered 3/4
            case 4:
            case 6:
                return 30;
            default:
                return 31;
        }
    }
}
