import java.math.BigInteger;

/** Quotients, remainders and greatest common divisors with signs. */
public class Division {
    public static void main(String[] args) throws Exception {
        BigInteger a = new BigInteger("-123456789012345678901234567890"), b = new BigInteger("9876543210987");
        BigInteger[] qr = a.divideAndRemainder(b);
        System.out.println(qr[0] + " " + qr[1] + " " + a.mod(b) + " " + a.gcd(b) + " " + a.abs().min(b) + " " + a.pow(3));
    }
}
