// release 11
/** A resource made before the statement. */
public class EffectivelyFinal {
    static class R implements AutoCloseable { int open = 1; public void close() { open--; } }

    public static void main(String[] args) throws Exception {
        R r = new R();
        try (r) { System.out.println(r.open); }
        System.out.println(r.open);
    }
}
