/** Interfaces of one's own with generic and default methods as targets of lambdas. */
public class Functional {
    interface Fold<T, R> { R step(R r, T t); default R all(R start, Iterable<T> ts) { R r = start; for (T t : ts) r = step(r, t); return r; } default Fold<T, R> then(Fold<T, R> next) { return (r, t) -> next.step(step(r, t), t); } }

    public static void main(String[] args) throws Exception {
        Fold<Integer, Integer> sum = Integer::sum, times = (r, t) -> r * t;
        Fold<Integer, String> join = (s, i) -> s + i;
        java.util.List<Integer> l = java.util.Arrays.asList(1, 2, 3, 4);
        System.out.println(sum.all(0, l) + " " + times.all(1, l) + " " + sum.then(times).all(0, l) + " " + join.all("", l));
    }
}
