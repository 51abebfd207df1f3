import java.math.*;

/** Scales of sums, products and quotients. */
public class Decimals {
    public static void main(String[] args) throws Exception {
        BigDecimal a = new BigDecimal("10.25"), b = new BigDecimal("3.000");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.remainder(b) + " " + a.divide(b, MathContext.DECIMAL32) + " " + b.stripTrailingZeros() + " " + a.negate().setScale(1, RoundingMode.HALF_EVEN));
        try { a.divide(b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " " + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + new BigDecimal("1.0").hashCode());
    }
}
