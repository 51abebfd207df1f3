/** Generic methods that throw what their caller says. */
public class GenericThrows {
    interface Action<E extends Exception> { void run() throws E; }
    static <E extends Exception> void call(Action<E> a) throws E { a.run(); }
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable t) throws E { throw (E) t; }

    public static void main(String[] args) throws Exception {
        call(() -> System.out.println("fine"));
        try { call(() -> { throw new java.util.concurrent.TimeoutException("late"); }); } catch (java.util.concurrent.TimeoutException e) { System.out.println(e); }
        try { GenericThrows.<RuntimeException>sneak(new java.io.IOException("sneaked")); } catch (Exception e) { System.out.println(e.getClass()); }
    }
}
