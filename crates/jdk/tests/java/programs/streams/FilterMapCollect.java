import java.util.*;
import java.util.stream.*;

/** Filtering, mapping and collecting. */
public class FilterMapCollect {
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.asList("delta", "alpha", "charlie", "bravo", "echo", "alpha");
        System.out.println(words.stream().filter(w -> w.length() == 5).map(String::toUpperCase).collect(Collectors.toList()));
        System.out.println(words.stream().distinct().sorted().collect(Collectors.joining(", ", "[", "]")));
        System.out.println(words.stream().mapToInt(String::length).sum() + " " + words.stream().skip(2).limit(2).count());
        System.out.println(words.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).collect(Collectors.toList()));
        System.out.println("" + words.stream().collect(Collectors.toCollection(TreeSet::new)));
    }
}
