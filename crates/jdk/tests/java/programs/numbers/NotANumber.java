/** Comparisons with NaN are false, except for "not equal"; boxed ones are equal. */
public class NotANumber {
    public static void main(String[] args) throws Exception {
        double nan = 0.0 / 0.0;
        System.out.println((nan == nan) + " " + (nan != nan) + " " + (nan < 1) + " " + (nan > 1) + " " + (nan <= 1) + " " + (nan >= 1) + " " + !(nan < 1));
        System.out.println(Double.valueOf(nan).equals(nan) + " " + Double.compare(nan, Double.POSITIVE_INFINITY));
        System.out.println(Math.max(nan, 1) + " " + Math.min(nan, 1));
        float f = Float.NaN;
        System.out.println((f == f) + " " + (f < f) + " " + Float.compare(f, f) + " " + (f + 1));
        int count = 0;
        if (nan < 0) count++; else if (nan >= 0) count += 10; else count += 100;
        System.out.println(count);
    }
}
