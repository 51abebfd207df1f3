/** Numbers from text: signs, bases, bounds. */
public class IntegersInParsing {
    static void attempt(String s, int base) { try { System.out.println(Integer.parseInt(s, base)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); } }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"0", "-0", "+5", "2147483647", "2147483648", "-2147483648", "-2147483649", "", "-", "+", " 1", "1 ", "1_000", "٣", "0x10", "1.0"}) attempt(s, 10);
        attempt("zz", 36); attempt("-ff", 16); attempt("2", 2); attempt("1", 1); attempt(null, 10);
        System.out.println(Integer.decode("0x1F") + " " + Integer.decode("-010") + " " + Integer.decode("#a") + " " + Integer.valueOf("77", 8));
    }
}
