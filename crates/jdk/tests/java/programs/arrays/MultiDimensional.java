import java.util.Arrays;

/** Arrays of arrays made at once, some lengths left open. */
public class MultiDimensional {
    public static void main(String[] args) throws Exception {
        int[][][] a = new int[2][3][4];
        a[1][2][3] = 5;
        long[][] b = new long[3][];
        b[0] = new long[] {1};
        String[][] c = new String[2][2];
        char[][][] d = new char[0][5][];
        System.out.println(Arrays.deepToString(a) + " " + Arrays.deepToString(b) + " " + Arrays.deepToString(c) + " " + d.length + " " + (a[0] == a[1]));
        try { Object x = new int[2][-3]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { Object x = new int[0][-4][2]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { Object x = new byte[-1][-2]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        double[][] jagged = new double[4][];
        for (int i = 0; i < 4; i++) { jagged[i] = new double[i]; Arrays.fill(jagged[i], i / 2.0); }
        System.out.println(Arrays.deepToString(jagged));
    }
}
