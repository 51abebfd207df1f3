import java.math.*;

/** Plain and scientific notation. */
public class TextsInBigNumbers {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1E+5", "123.4500", "1e-10", "0.000001", "0.0000001", "-0", "100"}) { BigDecimal d = new BigDecimal(s); System.out.println(d + " " + d.toPlainString() + " " + d.toEngineeringString() + " " + d.scale() + " " + d.precision() + " " + d.unscaledValue()); }
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("12.9").intValue());
        try { new BigDecimal("1.2.3"); } catch (NumberFormatException e) { System.out.println("no number"); }
    }
}
