/** Dense and sparse tables, with bounds at the ends of int. */
public class Tables {
    static String dense(int x) { switch (x) { case 10: return "a"; case 11: return "b"; case 12: case 13: return "c"; case 15: return "d"; } return "-"; }
    static String sparse(int x) { switch (x) { case Integer.MIN_VALUE: return "min"; case -1: return "minus"; case 0: return "zero"; case 1 << 20: return "big"; case Integer.MAX_VALUE: return "max"; default: return "-"; } }

    public static void main(String[] args) throws Exception {
        for (int x = 8; x < 18; x++) System.out.print((dense(x)));
        for (int x : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1, 0, 1, 1 << 20, Integer.MAX_VALUE, Integer.MAX_VALUE - 1}) System.out.print((" " + sparse(x)));
        System.out.println("");
    }
}
