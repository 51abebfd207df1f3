/** Bits of longs: counting, reversing, rotating, highest and lowest. */
public class LongBits {
    public static void main(String[] args) throws Exception {
        long[] values = {0, 1, -1, 0x123456789abcdefL, Long.MIN_VALUE, 1L << 40};
        for (long v : values) {
            System.out.println(Long.bitCount(v) + " " + Long.numberOfLeadingZeros(v) + " " + Long.numberOfTrailingZeros(v) + " " + Long.reverse(v) + " " + Long.reverseBytes(v) + " " + Long.rotateLeft(v, 13) + " " + Long.highestOneBit(v) + " " + Long.signum(v));
            int i = (int) v;
            System.out.println(Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.lowestOneBit(i) + " " + Integer.rotateRight(i, 5) + " " + Integer.toBinaryString(i));
        }
    }
}
