/** A sieve, a matrix product, Pascal's triangle and a bubble sort. */
public class LoopsAndArrays {
    public static void main(String[] args) throws Exception {
        boolean[] composite = new boolean[100];
        int sum = 0;
        for (int i = 2; i < 100; i++) if (!composite[i]) { sum += i; for (int j = i * i; j < 100; j += i) composite[j] = true; }
        System.out.println(sum);
        int[][] a = {{1, 2}, {3, 4}}, b = {{0, 1}, {1, 1}}, c = new int[2][2];
        for (int n = 0; n < 5; n++) { for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { c[i][j] = 0; for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j]; } int[][] t = a; a = c; c = t; }
        System.out.println(a[0][0] + " " + a[0][1] + " " + a[1][0] + " " + a[1][1]);
        long[][] pascal = new long[12][];
        for (int i = 0; i < 12; i++) { pascal[i] = new long[i + 1]; pascal[i][0] = pascal[i][i] = 1; for (int j = 1; j < i; j++) pascal[i][j] = pascal[i - 1][j - 1] + pascal[i - 1][j]; }
        System.out.println(pascal[11][5]);
        int[] v = {5, 2, 9, 1, 7};
        for (int i = 0; i < v.length; i++) for (int j = 0; j + 1 < v.length - i; j++) if (v[j] > v[j + 1]) { int t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
        System.out.println(java.util.Arrays.toString(v));
    }
}
