/** A return in a finally block replaces what the try block returned or threw. */
public class FinallyOverrides {
    @SuppressWarnings("finally")
    static int a() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally")
    static int b() { try { throw new IllegalStateException("lost"); } finally { return 3; } }
    static int c() { int x = 1; try { return x; } finally { x = 5; } }
    static int[] d() { int[] x = {1}; try { return x; } finally { x[0] = 5; } }
    @SuppressWarnings("finally")
    static int e() { for (int i = 0; ; i++) { try { if (i == 3) return i; continue; } finally { if (i < 5) continue; else break; } } return 77; }

    public static void main(String[] args) throws Exception {
        System.out.println(a() + " " + b() + " " + c() + " " + d()[0] + " " + e());
    }
}
