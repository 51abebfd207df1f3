/** Causes and suppressed exceptions. */
public class Causes {
    public static void main(String[] args) throws Exception {
        Exception e = new Exception("outer", new RuntimeException("inner", new Error("innermost")));
        for (Throwable t = e; t != null; t = t.getCause()) System.out.println(t);
        e.addSuppressed(new IllegalStateException("aside"));
        System.out.println(e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage());
        try { e.addSuppressed(e); } catch (IllegalArgumentException x) { System.out.println(x.getMessage()); }
        try { e.initCause(null); } catch (IllegalStateException x) { System.out.println(x.getMessage()); }
        System.out.println(new RuntimeException(new Error("m")).getMessage() + " " + new RuntimeException((Throwable) null).getMessage());
    }
}
