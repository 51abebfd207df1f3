/** The hash of a string is a polynomial that wraps; different texts can share it. */
public class HashOfText {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"", "a", "Aa", "BB", "AaAa", "BBBB", "hello world", "\u00e9\u00df", "\ud83d\ude00"}) {
            int h = 0;
            for (char c : s.toCharArray()) h = 31 * h + c;
            System.out.println(s.hashCode() + " " + (h == s.hashCode()) + " " + s.length());
        }
    }
}
