import java.util.*;
import java.util.function.*;

/** An iterator that computes ahead, filtered and zipped. */
public class Generators {
    static <T> Iterator<T> filter(Iterator<T> in, Predicate<T> p) { return new Iterator<T>() { T next; boolean ready; public boolean hasNext() { while (!ready && in.hasNext()) { next = in.next(); ready = p.test(next); } return ready; } public T next() { if (!hasNext()) throw new NoSuchElementException(); ready = false; return next; } }; }
    static Iterator<Integer> from(int n) { return new Iterator<Integer>() { int at = n; public boolean hasNext() { return true; } public Integer next() { return at++; } }; }

    public static void main(String[] args) throws Exception {
        Iterator<Integer> it = filter(filter(from(10), x -> x % 2 == 1), x -> x % 3 == 0);
        for (int i = 0; i < 5; i++) System.out.print((it.next() + " "));
        System.out.println(filter(Collections.<Integer>emptyIterator(), x -> true).hasNext());
    }
}
