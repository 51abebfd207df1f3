import java.util.*;

/** Local and anonymous classes keep the variables that they use. */
public class Captured {
    static List<Runnable> make() {
        List<Runnable> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = i; String name = "n" + i;
            class Local implements Runnable { int calls; public void run() { calls++; System.out.print((name + ":" + n * calls + " ")); } }
            Local l = new Local();
            all.add(l);
            all.add(new Runnable() { int k = n; { k += 10; } public void run() { System.out.print((k + l.calls + " ")); } });
        }
        return all;
    }

    public static void main(String[] args) throws Exception {
        List<Runnable> all = make();
        for (int round = 0; round < 2; round++) for (Runnable r : all) r.run();
        System.out.println("");
    }
}
