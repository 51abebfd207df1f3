/** Fixed, scientific and general floats. */
public class Floats {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%f|%.2f|%10.3f|%-10.1f|%e|%.0f|%.3e", 3.14159, 2.675, -1.5, 2.25, 12345.678, 2.5, 0.00012345));
        System.out.println(String.format("%g|%.3g|%,.2f|%+.1f|%08.2f|%a", 0.0001, 123456.0, 1234567.891, 1.0, -3.14159, 1.0));
        System.out.println(String.format("%f %e %.1f", Double.NaN, Double.POSITIVE_INFINITY, -0.0));
    }
}
