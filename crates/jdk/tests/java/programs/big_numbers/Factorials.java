import java.math.BigInteger;

/** Factorials and powers beyond all primitive types. */
public class Factorials {
    public static void main(String[] args) throws Exception {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 50; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + " " + f.mod(BigInteger.valueOf(1000007)) + " " + f.getLowestSetBit());
        System.out.println(BigInteger.valueOf(3).pow(200) + " " + BigInteger.ONE.shiftLeft(100).subtract(BigInteger.ONE).bitCount());
    }
}
