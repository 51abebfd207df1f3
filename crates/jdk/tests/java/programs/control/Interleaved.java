/** Increments, side effects and conditions in one expression. */
public class Interleaved {
    public static void main(String[] args) throws Exception {
        int i = 5, j = 0;
        j += i++ + (i > 5 ? i-- : ++i) * ~i;
        System.out.println(i + " " + j);
        int[] a = {3, 1, 2};
        a[a[a[0] - 1]] = a[a[1]]++;
        System.out.println(a[0] + " " + a[1] + " " + a[2]);
        boolean b = i == 5 ^ j > 0 | !(i < j);
        System.out.println(b + " " + (b ? i > 3 ? "x" : "y" : "z"));
        long l = i << 33 >>> 1 | 0x8000000000000000L >> 60;
        System.out.println(l);
    }
}
