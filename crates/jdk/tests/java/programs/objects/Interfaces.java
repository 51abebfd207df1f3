/** One object seen through many interfaces. */
public class Interfaces {
    interface Walks { int STEP = 2; int walk(int n); }
    interface Swims { int STEP = 3; int swim(int n); }
    static class Duck implements Walks, Swims, Comparable<Duck>, Runnable { int at; public int walk(int n) { return at += n * Walks.STEP; } public int swim(int n) { return at += n * Swims.STEP; } public int compareTo(Duck d) { return at - d.at; } public void run() { at *= -1; } }

    public static void main(String[] args) throws Exception {
        Duck d = new Duck();
        Object o = d;
        ((Walks) o).walk(2);
        ((Swims) o).swim(1);
        ((Runnable) o).run();
        System.out.println(d.at + " " + (o instanceof Swims) + " " + (o instanceof CharSequence) + " " + d.compareTo(new Duck()));
        try { CharSequence c = (CharSequence) o; } catch (ClassCastException e) { System.out.println("no text"); }
        Walks[] all = {d, n -> n * 100};
        for (Walks w : all) System.out.println(w.walk(1));
    }
}
