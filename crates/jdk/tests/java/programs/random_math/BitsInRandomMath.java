/** Bits of floats, and what they mean. */
public class BitsInRandomMath {
    public static void main(String[] args) throws Exception {
        double[] ds = {1, -2.5, 0.1, Double.NaN, Double.MIN_VALUE};
        for (double d : ds) System.out.println(Long.toHexString(Double.doubleToLongBits(d)) + " " + Integer.toHexString(Float.floatToIntBits((float) d)) + " " + Double.toHexString(d) + " " + Double.isFinite(d) + " " + Double.hashCode(d) + " " + Float.hashCode((float) d));
        System.out.println(Double.longBitsToDouble(0x7ff0000000000000L) + " " + Float.intBitsToFloat(0x00000001) + " " + Double.MIN_NORMAL + " " + (float) 1e-46);
    }
}
