// release 17
/** Records compare floats as their wrappers do. */
public class FloatsInRecords {
    record R(double d, float f) { }

    public static void main(String[] args) throws Exception {
        System.out.println(new R(Double.NaN, Float.NaN).equals(new R(0.0 / 0, Float.NaN)) + " " + new R(0.0, 0f).equals(new R(-0.0, 0f)) + " " + new R(0.0, -0f).equals(new R(0.0, 0f)));
        System.out.println(new R(1.5, -2f) + " " + new R(1.5, -2f).hashCode() + " " + new R(Double.NaN, 0).hashCode());
    }
}
