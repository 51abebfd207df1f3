/** Threads leave their group when they end. */
public class Groups {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("workers");
        Thread[] all = new Thread[3];
        String[] ends = new String[all.length];
        for (int i = 0; i < all.length; i++) {
            int number = i;
            all[i] = new Thread(group, () -> {
                if (number == 1) throw new IllegalStateException("ends");
                ends[number] = Thread.currentThread().getThreadGroup().getName();
            }, "worker" + i);
            all[i].setUncaughtExceptionHandler(
                (thread, thrown) -> ends[number] = thread.getName() + " " + thrown.getMessage());
        }
        System.out.println(all[0].getThreadGroup().getName());
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
            System.out.println(thread.getState() + " " + thread.getThreadGroup() + " " + thread.isAlive());
        }
        for (String end : ends) {
            System.out.println(end);
        }
        System.out.println(group.activeCount() + " " + group.enumerate(new Thread[4]));
        System.out.println(Thread.currentThread().getThreadGroup().activeCount() > 0);
    }
}
