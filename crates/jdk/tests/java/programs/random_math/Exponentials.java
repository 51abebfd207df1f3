/** Powers, roots and logarithms, bit by bit. */
public class Exponentials {
    public static void main(String[] args) throws Exception {
        double[] xs = {0, 0.5, 1, 2, -2, 10, 1e-300, 709, 710, -745, Double.NaN, Double.POSITIVE_INFINITY};
        for (double x : xs) System.out.println(StrictMath.exp(x) + " " + StrictMath.log(x) + " " + StrictMath.log10(x) + " " + Math.sqrt(x) + " " + StrictMath.cbrt(x) + " " + StrictMath.expm1(x) + " " + StrictMath.log1p(x) + " " + StrictMath.sinh(x) + " " + StrictMath.tanh(x));
        double[][] powers = {{2, 10}, {2, -1}, {-2, 3}, {-2, 0.5}, {0, 0}, {Double.NaN, 0}, {1, Double.NaN}, {10, 308}, {10, 309}, {-0.0, -1}, {0.1, 3}};
        for (double[] p : powers) System.out.println(StrictMath.pow(p[0], p[1]) + " " + StrictMath.hypot(p[0], p[1]));
    }
}
