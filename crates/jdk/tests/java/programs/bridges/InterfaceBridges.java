/** An inherited method implements an interface that it does not know. */
public class InterfaceBridges {
    interface Named<T> { T name(); default String twice() { return "" + name() + name(); } }
    static class Thing { public String name() { return "thing"; } }
    static class NamedThing extends Thing implements Named<String> { }
    static class Sub extends NamedThing { @Override public String name() { return "sub " + super.name(); } }

    public static void main(String[] args) throws Exception {
        Named<?> n = new NamedThing();
        System.out.println(n.name() + " " + n.twice() + " " + ((Named<?>) new Sub()).twice());
    }
}
