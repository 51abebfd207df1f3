/** A counter behind a monitor, by methods and by blocks. */
public class Synchronized {
    static int shared;
    int mine;
    synchronized void add() { mine++; }
    static synchronized void addStatic() { shared++; }

    public static void main(String[] args) throws Exception {
        Synchronized o = new Synchronized();
        Thread[] all = new Thread[3];
        for (int i = 0; i < 3; i++) { all[i] = new Thread(() -> { for (int k = 0; k < 200; k++) { o.add(); addStatic(); synchronized (o) { o.mine += 2; } } }); all[i].start(); }
        for (Thread t : all) t.join();
        System.out.println(o.mine + " " + shared + " " + Thread.holdsLock(o));
        synchronized (o) { synchronized (o) { System.out.println(Thread.holdsLock(o)); } }
    }
}
