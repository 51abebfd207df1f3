/** Unsigned views of ints and longs. */
public class Unsigned {
    public static void main(String[] args) throws Exception {
        int i = -1;
        long l = -2;
        System.out.println(Integer.toUnsignedString(i) + " " + Integer.divideUnsigned(i, 10) + " " + Integer.remainderUnsigned(i, 10) + " " + Integer.compareUnsigned(i, 1));
        System.out.println(Long.toUnsignedString(l) + " " + Long.divideUnsigned(l, 10) + " " + Long.remainderUnsigned(l, 1000) + " " + Long.parseUnsignedLong("18446744073709551615"));
        System.out.println(Integer.toUnsignedLong(i) + " " + Byte.toUnsignedInt((byte) -1) + " " + Integer.toHexString(i) + " " + Long.toOctalString(8) + " " + Integer.toString(-255, 16));
    }
}
