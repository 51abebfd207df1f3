/** Abstract classes, constructors that call overridden methods, calls of super through levels. */
public class AbstractAndSuper {
    static abstract class A { final StringBuilder log = new StringBuilder(); A() { log.append("A("); init(); log.append(")"); } abstract void init(); String name() { return "A"; } }
    static abstract class B extends A { int n = 5; @Override void init() { log.append("B").append(n); } @Override String name() { return "B" + super.name(); } }
    static class C extends B { int m = 7; C() { log.append("C").append(m).append(n); } @Override void init() { super.init(); log.append("C").append(m); } @Override String name() { return "C" + super.name(); } }

    public static void main(String[] args) throws Exception {
        C c = new C();
        System.out.println(c.log + " " + c.name());
    }
}
