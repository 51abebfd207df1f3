/** Nested classes see each other's private members. */
public class PrivateAccess {
    private int secret = 1;
    private static int count() { return 7; }
    private static class A { private int a = 2; private int f(B b) { return b.b + count(); } private A() { } }
    private static class B extends A { private int b = 3; private int g() { return super.a * 10; } private static int s; }

    public static void main(String[] args) throws Exception {
        B b = new B();
        b.b += 5;
        B.s++;
        A a = b;
        System.out.println(a.f(b) + " " + b.g() + " " + new PrivateAccess().secret++ + " " + ++a.a + " " + B.s);
    }
}
