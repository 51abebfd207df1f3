/** Of a switch over strings only the second switch is counted. */
public class StringSwitches {
    static int plain(String s) { switch (s) { case "a": return 1; case "b": return 2; default: return 0; } }
    static int sameHash(String s) { switch (s) { case "Aa": return 1; case "BB": return 2; case "C": return 3; default: return 0; } }
    static int shared(String s) { switch (s) { case "a": case "b": return 1; case "c": return 2; } return 0; }
    static int one(String s) { switch (s) { case "only": return 1; default: return 0; } }
    static int never(String s) { switch (s) { case "a": return 1; default: return 0; } }
    static int field;
    static int onField(String[] s) { switch (s[0].trim()) { case "x": return 1; case "y": field++; default: return field; } }
    static int byHand(String s) { switch (s.hashCode()) { case 97: return s.equals("a") ? 1 : 2; default: return 0; } }
    public static void main(String[] args) throws Exception {
        plain("a"); plain("z"); sameHash("BB"); sameHash("CC"); shared("b"); shared("q"); one("only"); onField(new String[] {"y"}); byHand("a");
    }
}
