/** A result that is narrower than what is overridden. */
public class CovariantReturns {
    static class A implements Cloneable { Object self() { return "A"; } Number n() { return 1; } @Override protected A clone() throws CloneNotSupportedException { return (A) super.clone(); } }
    static class B extends A { @Override String self() { return "B" + super.self(); } @Override Integer n() { return super.n().intValue() + 1; } int x = 5; }

    public static void main(String[] args) throws Exception {
        A a = new B();
        System.out.println(a.self() + " " + a.n() + " " + ((B) a).self().length());
        B b = (B) a.clone();
        System.out.println(b.x + " " + (b != a));
    }
}
