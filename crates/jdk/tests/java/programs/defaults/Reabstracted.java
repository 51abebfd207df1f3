/** A default made abstract again, and one inherited twice. */
public class Reabstracted {
    interface A { default int f() { return 1; } }
    static abstract class Again implements A { public abstract int f(); }
    static class Leaf extends Again { public int f() { return 2; } }
    interface L extends A { }
    interface R extends A { }
    static class Both implements L, R { }

    public static void main(String[] args) throws Exception {
        System.out.println(new Leaf().f() + " " + new Both().f() + " " + new Again() { public int f() { return 3; } }.f());
    }
}
