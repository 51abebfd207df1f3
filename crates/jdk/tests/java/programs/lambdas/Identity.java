import java.util.function.*;

/** A closure without captures is one object for each place in the code. */
public class Identity {
    static Runnable make() { return () -> { }; }
    static Runnable make(int x) { return () -> System.out.println(x); }

    public static void main(String[] args) throws Exception {
        System.out.println(make() == make());
        System.out.println(make(1) == make(1));
        Runnable[] all = new Runnable[3];
        for (int i = 0; i < 3; i++) all[i] = () -> { };
        System.out.println((all[0] == all[1]) + " " + (all[0] instanceof Runnable) + " " + all[0].getClass().isSynthetic() + " " + all[0].getClass().getInterfaces()[0].getSimpleName());
        Function<String, Integer> f = String::length;
        Object o = f;
        System.out.println(o instanceof Function);
    }
}
