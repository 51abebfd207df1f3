import java.util.*;

/** Old enumerations, vectors and tables. */
public class Enumerations {
    public static void main(String[] args) throws Exception {
        Vector<Integer> v = new Vector<>(Arrays.asList(1, 2, 3));
        int sum = 0;
        for (Enumeration<Integer> e = v.elements(); e.hasMoreElements(); ) sum += e.nextElement();
        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("x", 1);
        System.out.println(sum + " " + Collections.list(table.keys()) + " " + v.firstElement() + " " + v.capacity() + " " + Collections.frequency(v, 2) + " " + Collections.nCopies(3, "z") + Collections.max(v));
        try { table.put("y", null); } catch (NullPointerException e) { System.out.println("no null"); }
    }
}
