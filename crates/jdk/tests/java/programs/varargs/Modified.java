/** The array is the caller's when the caller made it. */
public class Modified {
    static void change(int... a) { if (a.length > 0) a[0] = 99; }

    public static void main(String[] args) throws Exception {
        int[] mine = {1, 2};
        change(mine);
        int x = 5;
        change(x);
        System.out.println(mine[0] + " " + x);
    }
}
