/** The remainder of floats has the sign of the dividend and is exact. */
public class FloatRemainder {
    public static void main(String[] args) throws Exception {
        double[] values = {5.5, -5.5, 1e17, 0.1, Double.POSITIVE_INFINITY, Double.MIN_VALUE, -0.0};
        for (double x : values) {
            StringBuilder line = new StringBuilder();
            for (double y : values) line.append(x % y).append(' ');
            System.out.println(line);
        }
        System.out.println(5.5f % 2f + " " + -1f % 0.3f + " " + 1e30f % 7f);
    }
}
