import java.lang.reflect.*;

/** Methods called by name; what they throw is wrapped. */
public class MethodsInReflection {
    public static class T { public int add(int a, Integer b) { return a + b; } public static String hello(String s) { return "hello " + s; } public void fail() { throw new IllegalStateException("inside"); } public long wide(long l) { return l * 2; } }

    public static void main(String[] args) throws Exception {
        T t = new T();
        System.out.println(T.class.getMethod("add", int.class, Integer.class).invoke(t, 3, 4) + " " + T.class.getMethod("hello", String.class).invoke(null, "you"));
        try { T.class.getMethod("fail").invoke(t); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
        try { T.class.getMethod("add", int.class, Integer.class).invoke(t, "x", 4); } catch (IllegalArgumentException e) { System.out.println("argument"); }
        System.out.println(T.class.getMethod("wide", long.class).invoke(t, 21));
    }
}
