/** Static and instance blocks of nested classes. */
public class StaticInit {
    static StringBuilder log = new StringBuilder();
    static class A { static { log.append("sA "); } { log.append("iA "); } A() { log.append("cA "); } static class B extends A { static { log.append("sB "); } { log.append("iB "); } B() { super(); log.append("cB "); } } }

    public static void main(String[] args) throws Exception {
        new A.B();
        log.append("| ");
        new A.B() { { log.append("anonymous "); } };
        System.out.println(log);
    }
}
