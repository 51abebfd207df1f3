/** Classes inside of classes inside of classes, with one name for many fields. */
public class Outer {
    class A { int x = 1; class B { int x = 2; class C { int x = 3; String all(int x) { return x + " " + this.x + " " + B.this.x + " " + A.this.x + " " + Outer.this.x; } } } }
    int x = 0;
    class Extended extends A { int y = super.x + x; }

    public static void main(String[] args) throws Exception {
        Outer o = new Outer();
        A a = o.new A();
        A.B b = a.new B();
        A.B.C c = b.new C();
        b.x = 20;
        System.out.println(c.all(4));
        o.x = 5;
        System.out.println(o.new Extended().y + " " + c.all(6));
    }
}
