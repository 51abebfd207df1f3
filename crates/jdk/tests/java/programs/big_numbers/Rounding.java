import java.math.*;

/** All ways of rounding. */
public class Rounding {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"2.5", "-2.5", "1.1", "-1.1", "1.5", "0.5"}) {
            StringBuilder line = new StringBuilder(s);
            for (RoundingMode m : RoundingMode.values()) { try { line.append(' ').append(new BigDecimal(s).setScale(0, m)); } catch (ArithmeticException e) { line.append(" !"); } }
            System.out.println(line);
        }
    }
}
