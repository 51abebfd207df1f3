/** The first handler that fits catches; superclasses catch subclasses. */
public class Hierarchy {
    static class A extends Exception { A(String m) { super(m); } }
    static class B extends A { B() { super("b"); } @Override public String toString() { return "B!"; } }
    static String run(Throwable t) {
        try {
            throw t;
        } catch (B e) { return "B " + e;
        } catch (A e) { return "A " + e;
        } catch (RuntimeException | Error e) { return "unchecked " + e;
        } catch (Throwable e) { return "other " + e; }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(run(new B()) + "; " + run(new A("a")) + "; " + run(new Error()) + "; " + run(new IllegalStateException("s")) + "; " + run(new Exception(new A("cause"))) + "; " + run(new Throwable()));
    }
}
