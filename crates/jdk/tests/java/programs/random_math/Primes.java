/** Number theory with longs. */
public class Primes {
    static long power(long b, long e, long m) { long r = 1; b %= m; while (e > 0) { if ((e & 1) == 1) r = r * b % m; b = b * b % m; e >>= 1; } return r; }
    static boolean prime(long n) { if (n < 2) return false; for (long d = 2; d * d <= n; d++) if (n % d == 0) return false; return true; }

    public static void main(String[] args) throws Exception {
        int count = 0; long sum = 0;
        for (int n = 0; n < 2000; n++) if (prime(n)) { count++; sum += n; }
        System.out.println(count + " " + sum + " " + power(3, 1000003, 1000000007L) + " " + prime(1000000007L >> 8));
    }
}
