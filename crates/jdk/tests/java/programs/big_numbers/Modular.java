import java.math.BigInteger;

/** Modular powers, inverses and primes. */
public class Modular {
    public static void main(String[] args) throws Exception {
        BigInteger p = new BigInteger("1000000007"), x = new BigInteger("123456789");
        System.out.println(x.modPow(new BigInteger("987654321"), p) + " " + x.modInverse(p) + " " + x.modInverse(p).multiply(x).mod(p) + " " + p.isProbablePrime(20) + " " + x.nextProbablePrime());
        try { BigInteger.valueOf(6).modInverse(BigInteger.valueOf(9)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { p.divide(BigInteger.ZERO); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
