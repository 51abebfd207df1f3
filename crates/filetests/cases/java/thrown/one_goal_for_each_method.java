//@ class: OneGoalForEachMethod
//@ exceptions: goals
public class OneGoalForEachMethod {
    private int left = 3;

    public void take(int count) {
        if (count < 0) { //~ throws java.lang.IllegalArgumentException; throws java.lang.IllegalStateException
            throw new IllegalArgumentException("negative");
        }
        if (count > left) {
            throw new IllegalStateException("too few");
        }
        left -= count;
    }

    public void put(int count) {
        if (count < 0) { //~ throws java.lang.IllegalArgumentException
            throw new IllegalArgumentException("negative");
        }
        left += count;
    }
}
