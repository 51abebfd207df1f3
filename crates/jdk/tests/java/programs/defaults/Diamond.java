/** The most specific default wins; conflicts are settled by name. */
public class Diamond {
    interface A { default String f() { return "A"; } }
    interface B extends A { default String f() { return "B" + A.super.f(); } }
    interface C extends A { default String f() { return "C"; } }
    interface D extends A { }
    static class BD implements D, B { }
    static class BC implements B, C { public String f() { return B.super.f() + C.super.f(); } }
    static class Above { public String f() { return "class"; } }
    static class Wins extends Above implements B { }

    public static void main(String[] args) throws Exception {
        System.out.println(new BD().f() + " " + new BC().f() + " " + new Wins().f() + " " + ((A) new BD()).f());
    }
}
