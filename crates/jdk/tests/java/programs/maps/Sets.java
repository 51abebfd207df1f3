import java.util.*;

/** Sets: union, intersection, difference, and what is in them. */
public class Sets {
    public static void main(String[] args) throws Exception {
        Set<Integer> a = new TreeSet<>(Arrays.asList(1, 2, 3, 4)), b = new HashSet<>(Arrays.asList(3, 4, 5));
        Set<Integer> union = new TreeSet<>(a), both = new TreeSet<>(a), only = new TreeSet<>(a);
        union.addAll(b); both.retainAll(b); only.removeAll(b);
        System.out.println(union + " " + both + " " + only + " " + a.containsAll(both) + " " + b.add(5) + " " + b.add(6) + " " + a.equals(new HashSet<>(a)) + " " + b.hashCode());
        BitSet bits = new BitSet();
        bits.set(3); bits.set(10, 14); bits.flip(11);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextClearBit(10) + " " + bits.length());
        Set<Object> mixed = new LinkedHashSet<>(Arrays.asList(1, 1L, "1", '1', 1.0, null));
        System.out.println(mixed + " " + mixed.contains(1L) + " " + mixed.contains((short) 1));
    }
}
