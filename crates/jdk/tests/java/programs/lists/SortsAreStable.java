import java.util.*;

/** Sorting keeps the order of what compares equal. */
public class SortsAreStable {
    public static void main(String[] args) throws Exception {
        String[] words = {"pear", "fig", "apple", "kiwi", "date", "plum", "nut", "cherry", "lime"};
        Arrays.sort(words, Comparator.comparingInt(String::length));
        System.out.println(Arrays.toString(words));
        List<String> list = new ArrayList<>(Arrays.asList(words));
        list.sort(Comparator.comparing((String s) -> s.charAt(0)).reversed().thenComparing(Comparator.reverseOrder()));
        System.out.println(list);
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, "kiwi") + " " + Collections.binarySearch(list, "grape"));
    }
}
