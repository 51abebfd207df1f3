/** Resources are closed in reverse, also when the body throws. */
public class Closing {
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; log.append("open ").append(n).append(' '); } public void close() { log.append("close ").append(n).append(' '); } }
    static StringBuilder log = new StringBuilder();
    static int run(boolean fail) { try (Res a = new Res("a"); Res b = new Res("b")) { log.append("body "); if (fail) throw new IllegalStateException("fail"); return 1; } catch (IllegalStateException e) { log.append("catch "); return 2; } finally { log.append("finally "); } }

    public static void main(String[] args) throws Exception {
        System.out.println(run(false) + " " + log);
        log.setLength(0);
        System.out.println(run(true) + " " + log);
    }
}
