import java.util.*;

/** One's own iterable, with an inner class that reads the outer one's fields. */
public class Own {
    static class Range implements Iterable<Integer> {
        final int low, high; int made;
        Range(int low, int high) { this.low = low; this.high = high; }
        class It implements Iterator<Integer> { int at = low; { made++; } public boolean hasNext() { return at < high; } public Integer next() { if (!hasNext()) throw new NoSuchElementException("at " + at); return at++; } }
        public Iterator<Integer> iterator() { return new It(); }
    }

    public static void main(String[] args) throws Exception {
        Range r = new Range(2, 5);
        int sum = 0;
        for (int a : r) for (int b : r) sum += a * b;
        System.out.println(sum + " " + r.made);
        Iterator<Integer> it = r.new It();
        while (it.hasNext()) it.next();
        try { it.next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { it.remove(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        r.iterator().forEachRemaining(x -> System.out.print((x)));
        System.out.println(" " + java.util.stream.StreamSupport.stream(r.spliterator(), false).mapToInt(x -> x).sum());
    }
}
