import java.io.PrintStream;

/** Runs the main methods of classes, one after the other, each behind a line with its name. */
public class Driver {
    public static void main(String[] names) throws Exception {
        PrintStream out = System.out;
        for (String name : names) {
            out.println("\u0001program " + name);
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (java.lang.reflect.InvocationTargetException e) {
                out.println("\u0002threw " + e.getCause());
            }
        }
        out.println("\u0001program ");
        System.exit(0);
    }
}
