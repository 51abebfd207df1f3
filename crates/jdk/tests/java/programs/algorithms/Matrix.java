/** Determinants of matrices of fractions. */
public class Matrix {
    static long gcd(long a, long b) { return b == 0 ? Math.abs(a) : gcd(b, a % b); }
    static class Frac { final long n, d; Frac(long n, long d) { long g = gcd(n, d); if (d < 0) g = -g; this.n = n / g; this.d = d / g; } Frac sub(Frac o) { return new Frac(n * o.d - o.n * d, d * o.d); } Frac mul(Frac o) { return new Frac(n * o.n, d * o.d); } Frac div(Frac o) { return new Frac(n * o.d, d * o.n); } @Override public String toString() { return d == 1 ? "" + n : n + "/" + d; } }

    public static void main(String[] args) throws Exception {
        Frac[][] a = new Frac[4][4];
        for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[i][j] = new Frac((i * 7 + j * j * 3 + 1) % 11, 1 + (i + j) % 3);
        Frac det = new Frac(1, 1);
        for (int c = 0; c < 4; c++) {
            int p = c;
            while (p < 4 && a[p][c].n == 0) p++;
            if (p == 4) { det = new Frac(0, 1); break; }
            if (p != c) { Frac[] t = a[p]; a[p] = a[c]; a[c] = t; det = det.mul(new Frac(-1, 1)); }
            det = det.mul(a[c][c]);
            for (int r = c + 1; r < 4; r++) { Frac f = a[r][c].div(a[c][c]); for (int k = c; k < 4; k++) a[r][k] = a[r][k].sub(f.mul(a[c][k])); }
        }
        System.out.println(det);
    }
}
