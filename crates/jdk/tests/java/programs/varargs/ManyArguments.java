/** Methods with many parameters of all widths. */
public class ManyArguments {
    static double f(byte a, long b, float c, double d, char e, short g, int h, boolean i, long j, double k, Object l, int... m) { return a + b * 2 + c * 3 + d * 4 + e * 5 + g * 6 + h * 7 + (i ? 8 : 0) + j * 9 + k * 10 + l.hashCode() + m.length; }

    public static void main(String[] args) throws Exception {
        System.out.println(f((byte) 1, 2L, 3f, 4.0, 'e', (short) 6, 7, true, 9L, 10.0, 11, 1, 2, 3));
    }
}
