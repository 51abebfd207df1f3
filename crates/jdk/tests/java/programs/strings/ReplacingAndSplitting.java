/** Replacing characters and texts; splitting drops what is empty at the end. */
public class ReplacingAndSplitting {
    public static void main(String[] args) throws Exception {
        String s = "a,b,,c,,";
        System.out.println(s.replace(',', ';') + " " + s.replace(",,", "<>") + " " + s.replace("", "-") + " " + "aaa".replace("aa", "b"));
        for (int limit : new int[] {0, -1, 2, 4}) System.out.println(java.util.Arrays.toString(s.split(",", limit)));
        System.out.println(java.util.Arrays.toString("".split(",")) + java.util.Arrays.toString(",".split(",")) + java.util.Arrays.toString("a1b22c".split("[0-9]+")) + java.util.Arrays.toString("abc".split("")));
        System.out.println(String.join("/", "x", "y", "z") + " " + String.join("-", java.util.Arrays.asList("p", "q")));
    }
}
