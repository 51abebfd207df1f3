/** What closing throws is suppressed by what the body threw. */
public class Suppressed {
    static class Bad implements AutoCloseable { final String n; Bad(String n) { this.n = n; } public void close() throws Exception { throw new Exception("close " + n); } }

    public static void main(String[] args) throws Exception {
        try (Bad a = new Bad("a"); Bad b = new Bad("b")) { throw new RuntimeException("body"); } catch (Exception e) { System.out.println(e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " " + e.getSuppressed()[1].getMessage()); }
        try (Bad a = new Bad("c")) { System.out.println("fine"); } catch (Exception e) { System.out.println(e.getMessage() + " " + e.getSuppressed().length); }
    }
}
