import java.util.*;

/** Ten thousand numbers of a simple generator, sorted in several ways. */
public class SortManyNumbers {
    public static void main(String[] args) throws Exception {
        int[] a = new int[10000];
        long seed = 42;
        for (int i = 0; i < a.length; i++) { seed = seed * 6364136223846793005L + 1442695040888963407L; a[i] = (int) (seed >>> 33) - (1 << 30); }
        int[] b = a.clone();
        Arrays.sort(b);
        long check = 0;
        for (int i = 0; i < b.length; i++) check = check * 31 + b[i];
        System.out.println(check + " " + b[0] + " " + b[9999]);
        Integer[] boxed = new Integer[2000];
        for (int i = 0; i < boxed.length; i++) boxed[i] = a[i] % 100;
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(boxed[0] + " " + boxed[1000] + " " + boxed[1999]);
        double[] d = {3, -0.0, Double.NaN, 0.0, -1, Double.NEGATIVE_INFINITY};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
    }
}
