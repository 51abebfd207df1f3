/** Arithmetic that reports overflow by an exception. */
public class ExactMath {
    public static void main(String[] args) throws Exception {
        int[][] pairs = {{Integer.MAX_VALUE, 1}, {Integer.MIN_VALUE, -1}, {1 << 20, 1 << 12}, {5, 6}};
        for (int[] pair : pairs) {
            for (int op = 0; op < 3; op++) {
                try {
                    int result = op == 0 ? Math.addExact(pair[0], pair[1]) : op == 1 ? Math.multiplyExact(pair[0], pair[1]) : Math.subtractExact(pair[0], pair[1]);
                    System.out.println(result);
                } catch (ArithmeticException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
        try { Math.toIntExact(1L << 31); } catch (ArithmeticException e) { System.out.println(e); }
        try { Math.negateExact(Long.MIN_VALUE); } catch (ArithmeticException e) { System.out.println(e); }
    }
}
