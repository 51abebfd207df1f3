//@ class: Merge
//@ lacks: (Comparator<? super Object>) comparator
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

class Merge {
    static <E> String of(Comparator<? super E> order, List<E> first, List<E> second) {
        return order == null ? "unordered" : "two"; //~ covered
    }

    static <E> String of(Comparator<? super E> order, Collection<E> first, Collection<E> second) {
        return order == null ? "unordered" : "all"; //~ covered
    }
}
