/** Generations of the game of life on a torus. */
public class Life {
    public static void main(String[] args) throws Exception {
        boolean[][] g = new boolean[8][8];
        int[][] glider = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] c : glider) g[c[0]][c[1]] = true;
        for (int step = 0; step < 12; step++) {
            boolean[][] n = new boolean[8][8];
            for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { int k = 0; for (int d = 0; d < 9; d++) if (d != 4 && g[(i + d / 3 + 7) % 8][(j + d % 3 + 7) % 8]) k++; n[i][j] = k == 3 || g[i][j] && k == 2; }
            g = n;
        }
        for (boolean[] row : g) { StringBuilder b = new StringBuilder(); for (boolean c : row) b.append(c ? '#' : '.'); System.out.println(b); }
    }
}
