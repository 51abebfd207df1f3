/** Floats become integers by cutting, clamping, and 0 for what is not a number. */
public class ConversionsSaturate {
    public static void main(String[] args) throws Exception {
        double[] all = {0.0, -0.0, 1.9, -1.9, 1e10, -1e10, 1e20, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2147483647.5, -2147483648.9};
        for (double d : all) {
            float f = (float) d;
            System.out.println(d + ": " + (int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d + " | " + (int) f + " " + (long) f);
        }
    }
}
