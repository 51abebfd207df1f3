/** Arrays of subclasses are arrays of superclasses, and check what they are given. */
public class Covariance {
    public static void main(String[] args) throws Exception {
        Object[] o = new Integer[] {1, 2};
        Number[] n = (Number[]) o;
        System.out.println(n[1] + " " + (o instanceof Integer[]) + " " + (o instanceof Comparable[]) + " " + o.getClass().getName() + " " + new int[0][0].getClass().getName() + " " + new String[1][2].getClass().getSimpleName());
        try { n[0] = 2.5; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { Object x = new Object[] {"s"}; String[] s = (String[]) x; } catch (ClassCastException e) { System.out.println("cast"); }
        Object[][] deep = new String[2][2];
        try { deep[0] = new Integer[1]; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        deep[1] = null;
        Object any = new long[3];
        System.out.println((any instanceof Object[]) + " " + (any instanceof Cloneable) + " " + (any instanceof java.io.Serializable) + " " + Object[].class.isInstance(new int[1][]));
    }
}
