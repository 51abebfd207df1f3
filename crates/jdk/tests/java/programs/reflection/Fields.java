import java.lang.reflect.*;

/** Fields read and written, private ones too. */
public class Fields {
    static class F { private int n = 3; static String s = "s"; final double d = 1.5; protected long[] a = {1}; }

    public static void main(String[] args) throws Exception {
        F f = new F();
        Field n = F.class.getDeclaredField("n");
        n.setAccessible(true);
        n.setInt(f, n.getInt(f) + 1);
        System.out.println(f.n + " " + n.get(f) + " " + n.getType() + " " + Modifier.toString(n.getModifiers()));
        Field s = F.class.getDeclaredField("s");
        s.set(null, "changed");
        System.out.println(F.s + " " + F.class.getDeclaredField("d").getDouble(f) + " " + ((long[]) F.class.getDeclaredField("a").get(f))[0]);
        try { F.class.getDeclaredField("zz"); } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
        try { n.set(f, "text"); } catch (IllegalArgumentException e) { System.out.println("type"); }
    }
}
