/** Floats as text through concatenation, valueOf and toString alike. */
public class FormatOfFloats {
    public static void main(String[] args) throws Exception {
        float f = 1e7f; double d = 1e-5; long l = -0L;
        System.out.println("" + f + d + l + String.valueOf(f) + Double.toString(d) + Long.toString(l) + new StringBuilder().append(f).append(d));
        System.out.println(100.0f + " " + 1.0E10 + " " + 123456.7f + " " + 0.001 + " " + 1e-4f + " " + 3.0e-44f + " " + (0.1f + 0.7f) + " " + 2.0 / 3 + " " + 1e16 + " " + 123456789012345680.0);
    }
}
