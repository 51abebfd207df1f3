/** Clones are shallow, and need Cloneable. */
public class Cloning {
    static class Deep implements Cloneable { int[] a = {1}; Deep next; @Override public Deep clone() { try { Deep d = (Deep) super.clone(); d.a = a.clone(); return d; } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } }
    static class Not { Object copy() throws CloneNotSupportedException { return super.clone(); } }

    public static void main(String[] args) throws Exception {
        Deep d = new Deep();
        d.next = d;
        Deep e = d.clone();
        e.a[0] = 9;
        System.out.println(d.a[0] + " " + (e.next == d) + " " + (e.getClass() == Deep.class));
        try { new Not().copy(); } catch (CloneNotSupportedException x) { System.out.println(x.getMessage()); }
    }
}
