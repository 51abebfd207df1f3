/** Variable numbers of arguments, arrays, and null. */
public class Counting {
    static String f(Object... a) { return a == null ? "null" : a.length + java.util.Arrays.toString(a); }
    static int g(int... a) { int s = 0; for (int x : a) s += x; return s * 100 + a.length; }

    public static void main(String[] args) throws Exception {
        System.out.println(f() + f(1) + f(1, "x") + f((Object[]) null) + f((Object) null) + f(new Object[] {1, 2}) + f(new int[0]).indexOf('@') + f(new String[] {"s"}));
        System.out.println(g() + " " + g(5) + " " + g(1, 2, 3) + " " + g(new int[] {7, 7}));
    }
}
