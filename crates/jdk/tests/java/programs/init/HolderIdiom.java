/** A nested holder class is initialised when it is first asked, and only once. */
public class HolderIdiom {
    static int made;
    static class Holder { static final Object INSTANCE = make(); static Object make() { made++; return "instance"; } }
    static Object get() { return Holder.INSTANCE; }

    public static void main(String[] args) throws Exception {
        System.out.println(made);
        System.out.println(get() == get());
        System.out.println(made);
        Class<?> c = Holder.class;
        System.out.println(c.getSimpleName() + " " + made);
    }
}
