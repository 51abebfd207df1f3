/** An inner class extends an inner class of another object. */
public class InnerInheritance {
    class In { int v; In(int v) { this.v = v + base; } int get() { return v + base; } }
    int base = 1;
    static class Far extends InnerInheritance.In { Far(InnerInheritance o) { o.super(10); } @Override int get() { return super.get() * 2; } }

    public static void main(String[] args) throws Exception {
        InnerInheritance o = new InnerInheritance();
        Far f = new Far(o);
        o.base = 100;
        System.out.println(f.get() + " " + o.new In(1).get());
    }
}
