/** Threads that count, and one that waits for them. */
public class StartAndJoin {
    public static void main(String[] args) throws Exception {
        int[] counts = new int[4];
        Thread[] all = new Thread[4];
        for (int i = 0; i < 4; i++) { int n = i; all[i] = new Thread(() -> { for (int k = 0; k < 100; k++) counts[n] += n; }, "t" + i); all[i].start(); }
        int sum = 0;
        for (int i = 0; i < 4; i++) { all[i].join(); sum += counts[i]; }
        System.out.println(sum + " " + all[1].getName() + " " + all[1].isAlive() + " " + all[1].getState());
        try { all[0].start(); } catch (IllegalThreadStateException e) { System.out.println("once"); }
    }
}
