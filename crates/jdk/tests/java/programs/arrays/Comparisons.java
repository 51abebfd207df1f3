// release 11
import java.util.Arrays;

/** Lexicographic comparison and first mismatch. */
public class Comparisons {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.compare(new int[] {1}, new int[] {1, 0}) + " " + Arrays.mismatch(new char[] {'a', 'b'}, new char[] {'a', 'c'}) + " " + Arrays.equals(new int[] {1, 2, 3}, 1, 3, new int[] {2, 3}, 0, 2) + " " + Arrays.compare(new String[] {"a"}, null) + " " + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}));
    }
}
