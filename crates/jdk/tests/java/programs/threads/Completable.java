import java.util.concurrent.*;

/** Futures that are completed, chained and combined. */
public class Completable {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 6), b = a.thenApply(x -> x * 7);
        System.out.println(b.get() + " " + a.thenCombine(b, Integer::sum).join() + " " + CompletableFuture.completedFuture("x").thenCompose(s -> CompletableFuture.completedFuture(s + "y")).get());
        CompletableFuture<String> bad = CompletableFuture.supplyAsync(() -> { throw new IllegalArgumentException("bad"); });
        System.out.println(bad.exceptionally(e -> e.getCause().getMessage()).get() + " " + bad.handle((v, e) -> e != null).join() + " " + bad.isCompletedExceptionally());
    }
}
