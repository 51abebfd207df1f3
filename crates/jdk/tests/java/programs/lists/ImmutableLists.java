// release 11
import java.util.*;

/** Lists that cannot change, and what they say to null. */
public class ImmutableLists {
    public static void main(String[] args) throws Exception {
        List<Integer> list = List.of(1, 2, 3);
        System.out.println(list + " " + list.hashCode() + " " + List.copyOf(list).equals(list) + " " + List.of().isEmpty());
        try { list.add(4); } catch (UnsupportedOperationException e) { System.out.println(e); }
        try { List.of(1, null); } catch (NullPointerException e) { System.out.println("no null"); }
        try { list.contains(null); } catch (NullPointerException e) { System.out.println("not even asked for"); }
        System.out.println(List.of(3, 1, 2).stream().sorted().collect(java.util.stream.Collectors.toList()));
    }
}
