import java.util.*;

/** Going both ways through a list, changing it on the way. */
public class ListIterators {
    public static void main(String[] args) throws Exception {
        List<String> list = new LinkedList<>(Arrays.asList("a", "b", "c", "d"));
        ListIterator<String> it = list.listIterator();
        while (it.hasNext()) {
            int at = it.nextIndex();
            String s = it.next();
            if (at == 1) it.remove(); else if (at == 2) it.add("x" + s); else it.set(s.toUpperCase());
        }
        System.out.println(list);
        while (it.hasPrevious()) System.out.print((it.previous() + it.previousIndex() + " "));
        System.out.println("");
        list.removeIf(s -> s.startsWith("x"));
        list.replaceAll(s -> s + s);
        System.out.println(list);
    }
}
