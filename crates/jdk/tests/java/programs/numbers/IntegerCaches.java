/** Boxing gives the same object for small numbers only. */
public class IntegerCaches {
    public static void main(String[] args) throws Exception {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d));
        Long x = -128L, y = -128L, z = -129L, w = -129L;
        System.out.println((x == y) + " " + (z == w) + " " + x.equals(-128) + " " + x.equals(-128L));
        Character p = 'a', q = 'a';
        Byte m = 5, n = 5;
        Boolean t = true, u = Boolean.valueOf("TRUE");
        System.out.println((p == q) + " " + (m == n) + " " + (t == u));
        System.out.println(Integer.valueOf(127) == Integer.valueOf("127"));
        System.out.println(c < d || c > d);
    }
}
