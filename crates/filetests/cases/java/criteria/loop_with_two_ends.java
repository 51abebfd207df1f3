//@ class: LoopWithTwoEnds
//@ criterion: mcdc
public class LoopWithTwoEnds {
    public static int find(int[] numbers, int wanted) {
        int at = 0;
        while (at < numbers.length && numbers[at] != wanted) { //~ mcdc 2/2
            at++;
        }
        return at;
    }
}
