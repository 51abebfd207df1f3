/** Type parameters bound to other ones through several classes. */
public class GenericChain {
    static abstract class Base<T, R> { abstract R apply(T t); R twice(T t) { apply(t); return apply(t); } }
    static abstract class Mid<X extends Number> extends Base<X, String> { int calls; }
    static class Leaf extends Mid<Integer> { @Override String apply(Integer i) { calls++; return "i" + (i + calls); } }

    public static void main(String[] args) throws Exception {
        Base<Integer, String> b = new Leaf();
        System.out.println(b.apply(1) + b.twice(10));
        @SuppressWarnings({"unchecked", "rawtypes"}) Base<Object, Object> raw = (Base) b;
        try { raw.apply(2.5); } catch (ClassCastException e) { System.out.println("cast"); }
    }
}
