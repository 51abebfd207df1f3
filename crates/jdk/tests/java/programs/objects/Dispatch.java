/** Methods are chosen by the object, overloads by the declared types. */
public class Dispatch {
    static class A { String f(A a) { return "A.f(A)"; } String f(B b) { return "A.f(B)"; } String g() { return "A.g " + f(this); } }
    static class B extends A { @Override String f(A a) { return "B.f(A)"; } @Override String f(B b) { return "B.f(B)"; } String f(C c) { return "B.f(C)"; } }
    static class C extends B { @Override String g() { return "C.g " + super.g() + f(this); } }

    public static void main(String[] args) throws Exception {
        A a = new C();
        B b = new C();
        C c = new C();
        System.out.println(a.f(a) + a.f(b) + a.f(c) + b.f(a) + b.f(b) + b.f(c) + c.f(c) + c.g() + new A().g());
    }
}
