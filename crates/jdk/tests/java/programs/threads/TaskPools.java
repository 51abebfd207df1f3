import java.util.*;
import java.util.concurrent.*;

/** Tasks in a pool, their results and exceptions. */
public class TaskPools {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 6; i++) { int n = i; results.add(pool.submit(() -> { if (n == 4) throw new IllegalStateException("four"); return n * n; })); }
        for (Future<Integer> f : results) { try { System.out.println(f.get()); } catch (ExecutionException e) { System.out.println(e.getCause()); } }
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try { pool.submit(() -> 1); } catch (RejectedExecutionException e) { System.out.println("rejected"); }
    }
}
