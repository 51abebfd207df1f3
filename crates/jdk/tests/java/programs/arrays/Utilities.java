import java.util.*;

/** Filling, searching, comparing and copying. */
public class Utilities {
    public static void main(String[] args) throws Exception {
        int[] a = {5, 3, 9, 1};
        int[] longer = Arrays.copyOf(a, 6), part = Arrays.copyOfRange(a, 1, 3);
        Arrays.sort(a);
        System.out.println(Arrays.toString(a) + Arrays.toString(longer) + Arrays.toString(part) + Arrays.binarySearch(a, 4) + " " + Arrays.binarySearch(a, 9));
        Arrays.setAll(longer, i -> i * i);
        Arrays.parallelPrefix(longer, Integer::sum);
        System.out.println(Arrays.toString(longer) + " " + Arrays.stream(longer).max().getAsInt() + " " + Arrays.asList("x", "y"));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed) + Arrays.toString((int[]) null));
        try { Arrays.copyOfRange(part, 3, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Arrays.sort(part, 0, 5); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
