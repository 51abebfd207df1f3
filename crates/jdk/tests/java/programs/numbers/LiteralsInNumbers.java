/** Numbers in all notations. */
public class LiteralsInNumbers {
    public static void main(String[] args) throws Exception {
        System.out.println(0x7fff_ffff + " " + 0b1010 + " " + 017 + " " + 1_000_000L + " " + 0xFFFFFFFFFFFFFFFFL + " " + 1e-3f + " " + 0x1p-2 + " " + '\101' + " " + (int) '\t' + " " + .5 + " " + 5.f + " " + 0xffffffff);
        System.out.println(Byte.MIN_VALUE + " " + Character.MAX_VALUE + 0 + " " + Short.MAX_VALUE + " " + Long.MIN_VALUE + " " + Float.MAX_VALUE + " " + Double.MIN_NORMAL + " " + Integer.SIZE + Long.BYTES);
    }
}
