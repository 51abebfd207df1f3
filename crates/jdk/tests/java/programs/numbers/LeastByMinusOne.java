/** The least number divided by -1 is itself, with remainder 0. */
public class LeastByMinusOne {
    public static void main(String[] args) throws Exception {
        int a = Integer.MIN_VALUE, b = -1;
        long c = Long.MIN_VALUE, d = -1;
        System.out.println(a / b + " " + a % b);
        System.out.println(c / d + " " + c % d);
        for (int x : new int[] {7, -7}) for (int y : new int[] {3, -3}) System.out.println(x + " " + y + ": " + x / y + " " + x % y + " " + Math.floorDiv(x, y) + " " + Math.floorMod(x, y));
    }
}
