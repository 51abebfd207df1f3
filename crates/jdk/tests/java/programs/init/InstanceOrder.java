/** Fields and blocks run after the constructor above and before one's own. */
public class InstanceOrder {
    static String log = "";
    static class Base { int a = note("Base.a", 1); { note("Base block", a); } Base() { note("Base()", a); hook(); } void hook() { log += "Base.hook "; } }
    static class Derived extends Base { int b = note("Derived.b", 2); final int c = 3; Derived() { super(); note("Derived()", b); } @Override void hook() { log += "Derived.hook b=" + b + " c=" + c + " "; } }
    static int note(String what, int v) { log += what + "=" + v + " "; return v; }

    public static void main(String[] args) throws Exception {
        new Derived();
        System.out.println(log);
    }
}
