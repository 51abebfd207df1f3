/** Upper and lower case with letters that change length; white space at the ends. */
public class CaseAndTrim {
    public static void main(String[] args) throws Exception {
        System.out.println("Straße".toUpperCase() + " " + "ÀÉÎ".toLowerCase() + " " + "ﬁ".toUpperCase() + " " + "İ".toLowerCase().length() + " " + "ΑΣ".toLowerCase());
        System.out.println("[" + "  \t x y \n ".trim() + "] [" + "\u2003x\u2003".trim().length() + "]");
        System.out.println("Hello".equalsIgnoreCase("hELLO") + " " + "a".compareToIgnoreCase("B") + " " + "ß".equalsIgnoreCase("SS"));
    }
}
