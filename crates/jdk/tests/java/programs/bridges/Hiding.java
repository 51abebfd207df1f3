/** Fields and static methods are hidden, not overridden; private ones are neither. */
public class Hiding {
    static class A { String f = "A"; static String s() { return "A.s"; } private String p() { return "A.p"; } String callP() { return p(); } String f() { return f; } }
    static class B extends A { String f = "B"; static String s() { return "B.s"; } String p() { return "B.p"; } @Override String f() { return f + super.f + ((A) this).f; } }

    public static void main(String[] args) throws Exception {
        A a = new B();
        System.out.println(a.f + " " + ((B) a).f + " " + a.f() + " " + a.callP() + " " + ((B) a).p() + " " + A.s() + B.s());
    }
}
