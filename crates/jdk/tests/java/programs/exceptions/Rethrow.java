/** An exception thrown on is the same object, with the same trace. */
public class Rethrow {
    static void inner() throws Exception { throw new java.io.IOException("once"); }
    static Exception outer() { try { try { inner(); } catch (Exception e) { System.out.println("first " + e.getMessage()); throw e; } finally { System.out.println("finally"); } } catch (Exception e) { return e; } return null; }

    public static void main(String[] args) throws Exception {
        Exception e = outer();
        System.out.println(e + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace()[1].getMethodName());
        e.setStackTrace(new StackTraceElement[0]);
        System.out.println(e.getStackTrace().length);
    }
}
