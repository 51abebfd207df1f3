/** Rounding of halves, floors, ceilings and nearest evens. */
public class RoundAndFloor {
    public static void main(String[] args) throws Exception {
        double[] values = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e300};
        for (double v : values) System.out.println(v + ": " + Math.round(v) + " " + Math.floor(v) + " " + Math.ceil(v) + " " + Math.rint(v) + " " + Math.round((float) v));
    }
}
