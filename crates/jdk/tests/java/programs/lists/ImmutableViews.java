// release 11
import java.util.*;

/** Lists that cannot change, and views of those that can. */
public class ImmutableViews {
    public static void main(String[] args) throws Exception {
        List<Integer> base = new ArrayList<>(List.of(1, 2)), view = Collections.unmodifiableList(base), copy = List.copyOf(base);
        base.add(3);
        System.out.println(view + " " + copy + " " + view.equals(base));
        for (List<Integer> l : List.of(view, copy)) { try { l.add(1); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); } }
    }
}
