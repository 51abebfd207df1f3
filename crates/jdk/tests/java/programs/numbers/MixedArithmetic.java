/** Operands are widened to the larger type before the operation. */
public class MixedArithmetic {
    public static void main(String[] args) throws Exception {
        int i = 1_000_000; long l = i * i, m = (long) i * i; float f = 16_777_216; double d = f + 1, e = f + 1.0;
        System.out.println(l + " " + m + " " + d + " " + e + " " + 1 / 2 + 1 / 2.0 + 1 / 2f + " " + 7 / 2 * 2.0 + " " + (float) 0.1 * 3 + " " + 0.1f * 3 + " " + (0.1 + 0.2 == 0.3) + " " + (0.1f + 0.2f == 0.3f));
        System.out.println((long) 1e19 + " " + (float) Long.MAX_VALUE + " " + (double) (Long.MAX_VALUE - 1) + " " + (int) (float) Integer.MAX_VALUE + " " + (byte) 300.7 + " " + (char) -1.5 + 0 + " " + (short) 1e6f);
        System.out.println(5 & 6 | 1 ^ 8 + " ".length() + (~7 & 0xff));
    }
}
