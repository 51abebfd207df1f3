/** Static initialisers run in the order of the text, at the first use of the class. */
public class StaticOrder {
    static StringBuilder log = new StringBuilder();
    static int note(String what, int value) { log.append(what).append('=').append(value).append(' '); return value; }
    static class A { static int x = note("A.x", 1); static { note("A block", x + y()); } static int y = note("A.y", 2); static int y() { return y; } }
    static class B extends A { static int z = note("B.z", A.y); static final int CONSTANT = 42; }

    public static void main(String[] args) throws Exception {
        System.out.println(B.CONSTANT + " [" + log + "]");
        System.out.println(B.x + " [" + log + "]");
        System.out.println(B.z + " [" + log + "]");
    }
}
