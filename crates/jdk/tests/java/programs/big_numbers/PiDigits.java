import java.math.BigInteger;

/** Digits of pi by a spigot of big integers. */
public class PiDigits {
    public static void main(String[] args) throws Exception {
        StringBuilder digits = new StringBuilder();
        BigInteger q = BigInteger.ONE, r = BigInteger.ZERO, t = BigInteger.ONE, k = BigInteger.ONE, n = BigInteger.valueOf(3), l = BigInteger.valueOf(3);
        BigInteger two = BigInteger.valueOf(2), three = BigInteger.valueOf(3), four = BigInteger.valueOf(4), seven = BigInteger.valueOf(7), ten = BigInteger.TEN;
        while (digits.length() < 60) {
            if (four.multiply(q).add(r).subtract(t).compareTo(n.multiply(t)) < 0) {
                digits.append(n);
                BigInteger nr = ten.multiply(r.subtract(n.multiply(t)));
                n = ten.multiply(three.multiply(q).add(r)).divide(t).subtract(ten.multiply(n));
                q = q.multiply(ten); r = nr;
            } else {
                BigInteger nr = two.multiply(q).add(r).multiply(l);
                BigInteger nn = q.multiply(seven.multiply(k)).add(two).add(r.multiply(l)).divide(t.multiply(l));
                q = q.multiply(k); t = t.multiply(l); l = l.add(two); k = k.add(BigInteger.ONE); n = nn; r = nr;
            }
        }
        System.out.println(digits);
    }
}
