/** An interrupted sleep, and one's own flag. */
public class Interrupts {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { try { Thread.sleep(100000); System.out.println("slept"); } catch (InterruptedException e) { System.out.println("interrupted " + Thread.currentThread().isInterrupted()); } });
        t.start();
        t.interrupt();
        t.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
    }
}
