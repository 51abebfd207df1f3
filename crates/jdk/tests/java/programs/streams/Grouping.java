import java.util.*;
import java.util.stream.*;

/** Groups, partitions and maps of streams. */
public class Grouping {
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.asList("ant", "bee", "cat", "bear", "cow", "ape", "boar");
        System.out.println("" + words.stream().collect(Collectors.groupingBy(w -> w.charAt(0), TreeMap::new, Collectors.toList())));
        System.out.println(words.stream().collect(Collectors.groupingBy(String::length, Collectors.counting())));
        System.out.println(words.stream().collect(Collectors.partitioningBy(w -> w.contains("a"), Collectors.mapping(String::length, Collectors.toList()))));
        System.out.println("" + words.stream().collect(Collectors.toMap(w -> w.charAt(0), w -> w, (a, b) -> a + "+" + b, LinkedHashMap::new)));
        try { words.stream().collect(Collectors.toMap(String::length, w -> w)); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(words.stream().collect(Collectors.averagingInt(String::length)) + " " + words.stream().collect(Collectors.summingInt(String::length)));
    }
}
