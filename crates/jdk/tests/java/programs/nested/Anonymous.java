/** Anonymous classes with constructors' arguments, blocks and fields. */
public class Anonymous {
    static abstract class Greeter { final String name; int n; Greeter(String name) { this.name = name; hello(); } abstract void hello(); }

    public static void main(String[] args) throws Exception {
        String other = "other";
        Greeter g = new Greeter("ann") { int count = 5; { count++; hello(); } void hello() { System.out.print((name + other + count + n++ + " ")); } };
        g.hello();
        System.out.println(g.getClass().getName() + " " + g.getClass().getSimpleName().isEmpty() + " " + new Object() { int x = 3; int twice() { return 2 * x; } }.twice());
    }
}
