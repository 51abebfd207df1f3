/** Only five bits of the amount of an int shift count, six of a long one. */
public class ShiftsAreMasked {
    public static void main(String[] args) throws Exception {
        int one = 1, minus = -1;
        for (int amount : new int[] {0, 1, 31, 32, 33, 63, 64, -1}) {
            System.out.println(amount + ": " + (one << amount) + " " + (minus >> amount) + " " + (minus >>> amount) + " " + (1L << amount) + " " + (-1L >>> amount));
        }
        byte b = -128;
        System.out.println((b >> 1) + " " + (b >>> 1) + " " + (byte) (b >>> 1) + " " + ((b & 0xff) >>> 1));
        int shifted = 1;
        shifted <<= 33L;
        System.out.println(shifted);
    }
}
