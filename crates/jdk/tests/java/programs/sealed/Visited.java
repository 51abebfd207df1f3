// release 17
/** The same hierarchy, visited. */
public class Visited {
    interface Visitor<R> { R leaf(int v); R node(Node l, Node r); }
    sealed interface Node permits Leaf, Inner { <R> R accept(Visitor<R> v); }
    record Leaf(int v) implements Node { public <R> R accept(Visitor<R> x) { return x.leaf(v); } }
    record Inner(Node l, Node r) implements Node { public <R> R accept(Visitor<R> x) { return x.node(l, r); } }

    public static void main(String[] args) throws Exception {
        Node t = new Inner(new Inner(new Leaf(1), new Leaf(2)), new Leaf(3));
        System.out.println(t.accept(new Visitor<Integer>() { public Integer leaf(int v) { return v; } public Integer node(Node l, Node r) { return l.accept(this) + r.accept(this); } }) + " " + t.<String>accept(new Visitor<>() { public String leaf(int v) { return "" + v; } public String node(Node l, Node r) { return "(" + l.accept(this) + " " + r.accept(this) + ")"; } }));
    }
}
