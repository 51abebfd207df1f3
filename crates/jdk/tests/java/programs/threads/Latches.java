import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Latches, barriers, semaphores and locks. */
public class Latches {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        int[] sum = {0};
        for (int i = 1; i <= 3; i++) { int n = i; new Thread(() -> { lock.lock(); try { sum[0] += n; ready.signalAll(); } finally { lock.unlock(); } latch.countDown(); }).start(); }
        latch.await();
        lock.lock();
        try { while (sum[0] < 6) ready.await(); } finally { lock.unlock(); }
        Semaphore s = new Semaphore(2);
        s.acquire();
        System.out.println(sum[0] + " " + s.tryAcquire() + " " + s.tryAcquire() + " " + s.availablePermits() + " " + lock.isLocked() + " " + latch.getCount());
    }
}
