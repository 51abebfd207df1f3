/** Values of each thread, uncaught exceptions, daemons. */
public class Locals {
    public static void main(String[] args) throws Exception {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        local.set(1);
        Thread t = new Thread(() -> { System.out.println(local.get()); throw new IllegalStateException("in thread"); }, "worker");
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + " " + e));
        t.start();
        t.join();
        System.out.println(local.get() + " " + t.isDaemon() + " " + Thread.currentThread().getName() + " " + Thread.currentThread().getPriority());
    }
}
