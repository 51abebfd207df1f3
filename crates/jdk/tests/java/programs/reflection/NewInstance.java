import java.lang.reflect.*;

/** Objects made by name, with and without arguments. */
public class NewInstance {
    public static class P { final int n; public P() { this(1); } public P(int n) { this.n = n; } private P(String s) { n = s.length(); } }

    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("NewInstance$P");
        System.out.println(((P) c.getDeclaredConstructor().newInstance()).n + " " + ((P) c.getConstructor(int.class).newInstance(5)).n);
        Constructor<?> hidden = c.getDeclaredConstructor(String.class);
        hidden.setAccessible(true);
        System.out.println(((P) hidden.newInstance("abc")).n);
        try { c.getConstructor(long.class); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try { Class.forName("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
    }
}
