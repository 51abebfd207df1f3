/** Threads that ask in a loop, in a monitor, for what others set in the same monitor. */
public class BusyMonitor {
    private int set;
    private long asked;

    synchronized boolean isSet(int wanted) {
        asked++;
        return set >= wanted;
    }

    synchronized void set(int value) { set = Math.max(set, value); }

    /** One that works inside of the monitor most of the time. */
    synchronized boolean isSetAfterWork(int wanted) {
        for (int i = 0; i < 50; i++) { asked += i & 1; }
        return set >= wanted;
    }

    public static void main(String[] args) throws Exception {
        BusyMonitor shared = new BusyMonitor();
        Thread[] setters = new Thread[3];
        for (int i = 0; i < setters.length; i++) {
            int value = i + 1;
            setters[i] = new Thread(() -> {
                while (!shared.isSet(value - 1)) { }
                shared.set(value);
            });
            setters[i].start();
        }
        while (!shared.isSet(3)) { }
        while (!shared.isSetAfterWork(3)) { }
        Thread last = new Thread(() -> shared.set(4));
        last.start();
        while (!shared.isSetAfterWork(4)) { }
        for (Thread setter : setters) setter.join();
        last.join();
        System.out.println(shared.set + " " + (shared.asked > 0));
    }
}
