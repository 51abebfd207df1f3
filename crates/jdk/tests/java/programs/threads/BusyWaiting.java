/** Threads that wait for each other in loops, without saying so. */
public class BusyWaiting {
    static volatile int turn;
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        int[] rounds = new int[2];
        Thread[] both = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int mine = i;
            both[i] = new Thread(() -> {
                for (int round = 0; round < 3; round++) {
                    while (turn != mine) { }
                    rounds[mine]++;
                    turn = 1 - mine;
                }
            });
            both[i].start();
        }
        for (Thread thread : both) thread.join();
        System.out.println(rounds[0] + " " + rounds[1]);
        Thread counter = new Thread(() -> {
            long count = 0;
            while (!stop) count++;
            System.out.println("counted " + (count >= 0));
        });
        counter.start();
        Object monitor = new Object();
        int[] inside = new int[1];
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                long end = 0;
                for (int i = 0; i < 3_000_000; i++) end += i;
                inside[0] = (int) (end % 1000);
            }
        });
        holder.start();
        holder.join();
        synchronized (monitor) {
            System.out.println(inside[0]);
        }
        stop = true;
        counter.join();
    }
}
