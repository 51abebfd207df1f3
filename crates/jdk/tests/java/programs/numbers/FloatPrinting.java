/** The shortest digits that tell a float from its neighbors. */
public class FloatPrinting {
    public static void main(String[] args) throws Exception {
        double[] values = {0.1, 1.0 / 3, 100, 1e7, 1.0E-3, 9.999e-4, 123456789.125, 1e21, 4.9e-324, 1.7976931348623157e308, 0.1 + 0.2, 5e-3, 1234567.0};
        for (double v : values) System.out.println(v + " " + (float) v + " " + -v);
        System.out.println((float) 0.1 + " " + (double) 0.1f + " " + 16777217f + " " + 1.0e10f);
    }
}
