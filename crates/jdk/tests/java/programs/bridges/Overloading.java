/** The most specific method for the types that are known where it is called. */
public class Overloading {
    static String f(Object o) { return "Object"; }
    static String f(String s) { return "String"; }
    static String f(Integer i) { return "Integer"; }
    static String f(int i) { return "int"; }
    static String f(long l) { return "long"; }
    static String f(double d) { return "double"; }
    static String f(char c) { return "char"; }
    static String f(Object... all) { return "varargs"; }
    static String g(long l) { return "long"; }
    static String g(Integer i) { return "Integer"; }
    static String g(Object o) { return "Object"; }

    public static void main(String[] args) throws Exception {
        byte b = 1; short s = 1; float x = 1; Object o = "s";
        System.out.println(f(b) + f(s) + f('c') + f(1) + f(1L) + f(x) + f("s") + f(o) + f((Integer) 1) + f() + f(1, 2) + f(true));
        System.out.println(g(1) + g('c') + g((byte) 1) + g(1f) + g(Integer.valueOf(1)));
    }
}
