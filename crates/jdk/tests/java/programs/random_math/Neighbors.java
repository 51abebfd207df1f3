// release 11
/** Units in the last place, neighbors, scaling, exponents. */
public class Neighbors {
    public static void main(String[] args) throws Exception {
        double[] xs = {1, -1, 0, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN};
        for (double x : xs) System.out.println(Math.ulp(x) + " " + Math.nextUp(x) + " " + Math.nextDown(x) + " " + Math.getExponent(x) + " " + Math.scalb(x, 5) + " " + Math.signum(x) + " " + Math.copySign(2, x) + " " + Math.IEEEremainder(x, 0.3));
        System.out.println(Math.nextAfter(1f, 2) + " " + Math.ulp(1f) + " " + Math.fma(2.0, 3.0, 4.0));
    }
}
