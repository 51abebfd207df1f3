/** Strings are ordered by their UTF-16 units, then by length. */
public class Comparing {
    public static void main(String[] args) throws Exception {
        String[] all = {"b", "a", "", "ab", "B", "aa", "\ud83d\ude00", "\uffff", "é"};
        java.util.Arrays.sort(all);
        StringBuilder line = new StringBuilder();
        for (String s : all) line.append(Integer.toHexString(s.hashCode())).append(' ');
        System.out.println(line);
        System.out.println("apple".compareTo("apricot") + " " + "abc".compareTo("ab") + " " + "a".compareTo("a") + " " + "Z".compareTo("a"));
        java.util.Arrays.sort(all, String.CASE_INSENSITIVE_ORDER);
        System.out.println(all[1] + all[2] + all[3] + " " + "a".regionMatches(true, 0, "A", 0, 1));
    }
}
