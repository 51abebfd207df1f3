/** Distances between words, and the longest common part. */
public class Edits {
    static int distance(String a, String b) { int[] d = new int[b.length() + 1]; for (int j = 0; j <= b.length(); j++) d[j] = j; for (int i = 1; i <= a.length(); i++) { int before = d[0]; d[0] = i; for (int j = 1; j <= b.length(); j++) { int t = d[j]; d[j] = a.charAt(i - 1) == b.charAt(j - 1) ? before : 1 + Math.min(before, Math.min(d[j], d[j - 1])); before = t; } } return d[b.length()]; }
    static String lcs(String a, String b) { String[][] m = new String[a.length() + 1][b.length() + 1]; for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++) m[i][j] = i == 0 || j == 0 ? "" : a.charAt(i - 1) == b.charAt(j - 1) ? m[i - 1][j - 1] + a.charAt(i - 1) : m[i - 1][j].length() >= m[i][j - 1].length() ? m[i - 1][j] : m[i][j - 1]; return m[a.length()][b.length()]; }

    public static void main(String[] args) throws Exception {
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + lcs("AGGTAB", "GXTXAYB"));
    }
}
