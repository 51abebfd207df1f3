/** A resource that is null is not closed; one that fails to open closes those before it. */
public class NullResource {
    static class R implements AutoCloseable { R(boolean fail) { if (fail) throw new IllegalArgumentException("open"); } public void close() { System.out.println("closed"); } }

    public static void main(String[] args) throws Exception {
        try (R r = null) { System.out.println("body"); }
        try (R a = new R(false); R b = new R(true)) { System.out.println("never"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
