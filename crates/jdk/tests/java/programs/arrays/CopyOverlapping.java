import java.util.Arrays;

/** Copies inside of one array, both ways, and their mistakes. */
public class CopyOverlapping {
    public static void main(String[] args) throws Exception {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(a, 0, a, 2, 5);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 3, a, 1, 4);
        System.out.println(Arrays.toString(a));
        Object[] from = {"a", "b", 3, "d"};
        String[] to = new String[4];
        try { System.arraycopy(from, 0, to, 0, 4); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.toString(to));
        int[][] bad = {{-1, 0, 1}, {0, 7, 2}, {5, 0, 4}, {0, 0, -1}};
        for (int[] b : bad) { try { System.arraycopy(a, b[0], a, b[1], b[2]); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); } }
        try { System.arraycopy(a, 0, new long[3], 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy("x", 0, a, 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
    }
}
