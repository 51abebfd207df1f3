import java.util.*;
import java.util.stream.*;

/** Words counted and ordered by frequency. */
public class WordCount {
    public static void main(String[] args) throws Exception {
        String text = "it was the best of times it was the worst of times it was the age of wisdom";
        Map<String, Long> counts = Arrays.stream(text.split(" ")).collect(Collectors.groupingBy(w -> w, Collectors.counting()));
        counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(5).forEach(e -> System.out.println(e.getKey() + "=" + e.getValue()));
        System.out.println("" + text.chars().filter(c -> "aeiou".indexOf(c) >= 0).mapToObj(c -> (char) c).collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting())));
    }
}
