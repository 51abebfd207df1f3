import java.util.*;

/** State by a map behind an interface. */
public class Mixins {
    interface Counted { Map<Object, Integer> COUNTS = new IdentityHashMap<>(); default int count() { return COUNTS.merge(this, 1, Integer::sum); } }
    interface Tagged { List<String> tags(); default Tagged tag(String t) { tags().add(t); return this; } }
    static class Item implements Counted, Tagged { final List<String> tags = new ArrayList<>(); public List<String> tags() { return tags; } }

    public static void main(String[] args) throws Exception {
        Item a = new Item(), b = new Item();
        a.count(); a.count(); b.count();
        System.out.println(a.count() + " " + b.count() + " " + a.tag("x").tag("y").tags());
    }
}
