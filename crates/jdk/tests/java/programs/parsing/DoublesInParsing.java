/** Decimal and hexadecimal floats, rounded to the nearest. */
public class DoublesInParsing {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1", "-1.5e3", ".5", "5.", "1e400", "-1e-400", "NaN", "-Infinity", "0x1.8p1", " 2.5 ", "1d", "1f", "9007199254740993", "0.1000000000000000055511151231257827", "2.2250738585072012e-308", "4.9e-324", "2.4e-324"}) System.out.println(Double.parseDouble(s) + " " + Float.parseFloat(s));
        for (String s : new String[] {"", "e5", "1e", "--1", "1,5", "nan", "0x1.0"}) {
            try { System.out.println(Double.parseDouble(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
    }
}
