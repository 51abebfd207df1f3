/** Bridges of generic and covariant methods, accessors: made by the compiler. */
public class Bridges {
    interface Source<T> { T get(); }
    static class Text implements Source<String> { public String get() { return "t"; } }
    static class Base { Object make() { return 1; } }
    static class Derived extends Base { @Override String make() { return "d"; } }
    static class Ordered implements Comparable<Ordered> { public int compareTo(Ordered o) { return o == this ? 0 : 1; } }
    private int secret = 3;
    class Inner { int read() { return secret++; } private int own() { return 2; } }
    public static void main(String[] args) throws Exception {
        Source<String> s = new Text(); s.get(); Base b = new Derived(); b.make();
        Comparable<Ordered> c = new Ordered(); c.compareTo(new Ordered()); Bridges x = new Bridges(); Inner i = x.new Inner(); i.read(); i.own();
    }
}
