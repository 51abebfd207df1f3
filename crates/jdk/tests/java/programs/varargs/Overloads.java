/** Methods with a fixed number of arguments go first. */
public class Overloads {
    static String f(int a) { return "one"; }
    static String f(int a, int b) { return "two"; }
    static String f(int... a) { return "many" + a.length; }
    static String f(long a, Object... b) { return "long"; }
    static String h(String s, Object... a) { return s + a.length; }
    static String h(Object... a) { return "all" + a.length; }

    public static void main(String[] args) throws Exception {
        System.out.println(f(1) + f(1, 2) + f() + " " + h(1, 2) + h(1));
    }
}
