import java.util.concurrent.atomic.*;

/** Atomic numbers and references. */
public class Atomics {
    public static void main(String[] args) throws Exception {
        AtomicInteger n = new AtomicInteger(5);
        AtomicLong l = new AtomicLong();
        AtomicReference<String> r = new AtomicReference<>("a");
        AtomicBoolean b = new AtomicBoolean();
        AtomicIntegerArray a = new AtomicIntegerArray(3);
        Thread[] all = new Thread[3];
        for (int i = 0; i < 3; i++) { all[i] = new Thread(() -> { for (int k = 0; k < 100; k++) { n.incrementAndGet(); l.addAndGet(k); a.getAndIncrement(k % 3); } }); all[i].start(); }
        for (Thread t : all) t.join();
        System.out.println(n + " " + l + " " + a + " " + r.compareAndSet("a", "b") + " " + r.get() + " " + n.getAndUpdate(x -> x * 2) + " " + n.accumulateAndGet(3, Math::max) + " " + b.getAndSet(true) + " " + b + " " + n.compareAndSet(1, 2));
    }
}
