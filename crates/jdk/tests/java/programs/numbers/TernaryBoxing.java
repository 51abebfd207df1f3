/** A conditional of mixed types unboxes, widens, and boxes again. */
public class TernaryBoxing {
    public static void main(String[] args) throws Exception {
        Object o = true ? 1 : 2.0;
        System.out.println(o);
        Object p = true ? Integer.valueOf(1) : Double.valueOf(2);
        System.out.println(p);
        Object q = true ? (Object) 1 : 2.0;
        System.out.println(q);
        char x = 'X';
        int i = 0;
        System.out.println(true ? x : 0);
        System.out.println(true ? x : i);
        System.out.println(false ? 1 : 'b');
        Integer none = null;
        try {
            int bad = false ? 1 : none;
            System.out.println(bad);
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
    }
}
