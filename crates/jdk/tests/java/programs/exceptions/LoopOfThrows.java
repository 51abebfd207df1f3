/** Thousands of exceptions, caught at several depths. */
public class LoopOfThrows {
    static class Stop extends RuntimeException { final int n; Stop(int n) { super(null, null, false, false); this.n = n; } }
    static int f(int n) { if (n % 3 == 0) throw new Stop(n); return n; }
    static int g(int n) { try { return f(n) + f(n + 1); } catch (Stop s) { if (s.n % 2 == 0) throw s; return -s.n; } finally { count++; } }
    static int count;

    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int i = 0; i < 5000; i++) { try { sum += g(i); } catch (Stop s) { sum ^= s.n; } }
        System.out.println(sum + " " + count);
    }
}
