/** Substrings, and the exceptions of wrong bounds. */
public class Cutting {
    public static void main(String[] args) throws Exception {
        String s = "substring";
        System.out.println(s.substring(3) + "|" + s.substring(0, 3) + "|" + s.substring(9) + "|" + s.subSequence(2, 5) + "|" + s.charAt(4));
        int[][] bounds = {{-1, 3}, {3, 10}, {5, 4}, {10, 10}};
        for (int[] b : bounds) {
            try {
                System.out.println(s.substring(b[0], b[1]));
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        try { s.charAt(9); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { s.substring(-2); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
