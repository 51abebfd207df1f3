/** Eight queens by bits and by backtracking. */
public class Queens {
    static int bits(int n, int cols, int l, int r) { int all = (1 << n) - 1; if (cols == all) return 1; int count = 0; for (int free = all & ~(cols | l | r); free != 0; free &= free - 1) { int bit = free & -free; count += bits(n, cols | bit, (l | bit) << 1, (r | bit) >>> 1); } return count; }
    static boolean place(int[] q, int row) { if (row == q.length) return true; for (int c = 0; c < q.length; c++) { boolean ok = true; for (int r = 0; r < row; r++) if (q[r] == c || Math.abs(q[r] - c) == row - r) { ok = false; break; } if (ok) { q[row] = c; if (place(q, row + 1)) return true; } } return false; }

    public static void main(String[] args) throws Exception {
        int[] q = new int[8];
        System.out.println(bits(6, 0, 0, 0) + " " + bits(7, 0, 0, 0) + " " + place(q, 0) + " " + java.util.Arrays.toString(q));
    }
}
