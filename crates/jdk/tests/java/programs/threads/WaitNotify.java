/** A queue of one place between a producer and a consumer. */
public class WaitNotify {
    static class Place { Integer value; synchronized void put(int v) throws InterruptedException { while (value != null) wait(); value = v; notifyAll(); } synchronized int take() throws InterruptedException { while (value == null) wait(); int v = value; value = null; notifyAll(); return v; } }

    public static void main(String[] args) throws Exception {
        Place p = new Place();
        Thread producer = new Thread(() -> { try { for (int i = 1; i <= 20; i++) p.put(i * i); p.put(-1); } catch (InterruptedException e) { } });
        producer.start();
        int sum = 0;
        for (int v; (v = p.take()) >= 0; ) sum += v;
        producer.join();
        System.out.println(sum);
        try { p.notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
    }
}
