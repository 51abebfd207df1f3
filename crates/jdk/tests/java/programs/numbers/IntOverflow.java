/** Sums, products and negations of ints wrap around. */
public class IntOverflow {
    public static void main(String[] args) throws Exception {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(-min);
        System.out.println(Math.abs(min));
        System.out.println(max * max + " " + min * min + " " + min * -1);
        System.out.println(65536 * 65536 + " " + 46341 * 46341);
        long wide = max + 1L;
        System.out.println(wide + " " + (max + 1) + 0L);
    }
}
