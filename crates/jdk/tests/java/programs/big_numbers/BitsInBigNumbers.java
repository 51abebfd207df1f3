import java.math.BigInteger;

/** Bits of big numbers in two's complement. */
public class BitsInBigNumbers {
    public static void main(String[] args) throws Exception {
        BigInteger a = new BigInteger("-ff00ff00ff00ff00ff", 16), b = BigInteger.valueOf(0x123456789L);
        System.out.println(a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.shiftRight(17) + " " + a.testBit(70) + " " + b.setBit(90).toString(36) + " " + java.util.Arrays.toString(a.toByteArray()));
        System.out.println(a.intValue() + " " + a.longValue() + " " + b.doubleValue() + " " + a.signum() + " " + a.hashCode() + " " + a.compareTo(b));
        try { a.longValueExact(); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
