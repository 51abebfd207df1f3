// release 17
import java.util.*;

/** Records in records, generic ones, and in collections. */
public class NestedInRecords {
    record Pair<A, B>(A a, B b) { <C> Pair<A, C> with(C c) { return new Pair<>(a, c); } }
    record Tree(int value, Tree left, Tree right) { int sum() { return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); } }

    public static void main(String[] args) throws Exception {
        System.out.println(new Pair<>(1, new Pair<>("x", null)).with(2.5) + " " + new Pair<>(1, new Pair<>("x", null)));
        Tree t = new Tree(1, new Tree(2, null, new Tree(3, null, null)), null);
        System.out.println(t + " " + t.sum() + " " + t.hashCode());
        Set<Pair<Integer, String>> set = new HashSet<>();
        for (int i = 0; i < 10; i++) set.add(new Pair<>(i % 3, "k" + i % 2));
        System.out.println(set.size() + " " + set.contains(new Pair<>(2, "k1")));
    }
}
