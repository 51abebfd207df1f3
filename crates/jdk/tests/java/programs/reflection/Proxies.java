import java.lang.reflect.*;

/** An interface implemented by a handler. */
public class Proxies {
    interface Greeter { String greet(String name); int count(); default String twice() { return "default"; } }

    public static void main(String[] args) throws Exception {
        int[] calls = {0};
        Greeter g = (Greeter) Proxy.newProxyInstance(Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, (p, m, given) -> { calls[0]++; return m.getName().equals("greet") ? "hi " + given[0] : m.getReturnType() == int.class ? (Object) calls[0] : "proxied"; });
        System.out.println(g.greet("bob") + " " + g.count() + " " + g.twice() + " " + Proxy.isProxyClass(g.getClass()));
    }
}
