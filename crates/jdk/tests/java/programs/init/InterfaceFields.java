/** An interface is initialised when its field is used, or when it has a default method. */
public class InterfaceFields {
    static String log = "";
    static Object note(String what) { log += what + " "; return what; }
    interface Plain { Object P = note("Plain"); }
    interface WithDefault { Object D = note("WithDefault"); default void f() { } }
    interface Further extends WithDefault { Object F = note("Further"); }
    static class C implements Plain, Further { static { note("C"); } static Object read() { return P; } }

    public static void main(String[] args) throws Exception {
        new C();
        System.out.println(log);
        C.read();
        System.out.println(log);
        System.out.println(C.F + " " + log);
    }
}
