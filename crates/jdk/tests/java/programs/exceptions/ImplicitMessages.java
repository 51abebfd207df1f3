/** What the machine itself throws, with its messages. */
public class ImplicitMessages {
    static void attempt(Runnable r) { try { r.run(); } catch (Throwable t) { System.out.println(t.getClass().getName() + ": " + t.getMessage()); } }
    static int zero;

    public static void main(String[] args) throws Exception {
        attempt(() -> { int x = 1 / zero; });
        attempt(() -> { long x = 1L % zero; });
        attempt(() -> { int[] a = new int[3]; a[3] = 1; });
        attempt(() -> { char[] a = new char[0]; char c = a[-1]; });
        attempt(() -> { Object[] a = new Integer[1]; a[0] = "text"; });
        attempt(() -> { Object o = "text"; Integer i = (Integer) o; });
        attempt(() -> { Object o = new int[0]; String[] s = (String[]) o; });
        attempt(() -> { int[] a = new int[zero - 2]; });
        attempt(() -> { int[][] a = new int[2][zero - 7]; });
        attempt(() -> { throw null; });
    }
}
