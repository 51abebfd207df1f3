import java.util.Arrays;

/** A clone is another array; what is inside is shared. */
public class CloneAndEquals {
    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3}, b = a.clone();
        b[0] = 9;
        System.out.println(a[0] + " " + b[0] + " " + Arrays.equals(a, b) + " " + a.equals(a) + " " + (a.getClass() == b.getClass()));
        int[][] deep = {{1}, {2, 3}}, flat = deep.clone();
        flat[0][0] = 7;
        flat[1] = new int[] {8};
        System.out.println(Arrays.deepToString(deep) + Arrays.deepToString(flat) + " " + Arrays.hashCode(a) + " " + Arrays.deepHashCode(deep) + " " + Arrays.deepEquals(deep, flat));
        String[] s = {"x"};
        Object[] o = s.clone();
        System.out.println(o instanceof String[]);
    }
}
