/** A stack trace names classes, methods and lines. */
public class TraceLines {
    static class Inner { Inner(int n) { if (n == 0) throw new IllegalArgumentException("zero"); new Inner(n - 1); } static void start() { new Inner(1); } }

    public static void main(String[] args) throws Exception {
        try {
            Inner.start();
        } catch (IllegalArgumentException e) {
            for (StackTraceElement t : e.getStackTrace()) { System.out.println(t); if (t.getMethodName().equals("main")) break; }
        }
    }
}
