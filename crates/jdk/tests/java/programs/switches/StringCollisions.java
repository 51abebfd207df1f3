/** Labels with one hash are told apart. */
public class StringCollisions {
    static int run(String s) { switch (s) { case "Aa": return 1; case "BB": return 2; case "AaAa": return 3; case "BBBB": return 4; case "AaBB": return 5; case "": return 6; default: return -1; } }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "x"}) System.out.print((run(s) + " "));
        System.out.println("");
        try { run(null); } catch (NullPointerException e) { System.out.println("null"); }
    }
}
