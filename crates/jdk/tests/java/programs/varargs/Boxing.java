/** Arguments are boxed one by one. */
public class Boxing {
    static String types(Object... a) { StringBuilder s = new StringBuilder(); for (Object o : a) s.append(o == null ? "null" : o.getClass().getSimpleName()).append(' '); return s.toString(); }

    public static void main(String[] args) throws Exception {
        byte b = 1; char c = 'c'; short s = 2; float f = 1;
        System.out.println(types(b, c, s, 1, 1L, f, 1.0, true, "x", null, new int[0], types()));
    }
}
