import java.util.*;
import java.util.stream.*;

/** Elements go through one by one, as far as they are needed. */
public class Laziness {
    public static void main(String[] args) throws Exception {
        StringBuilder log = new StringBuilder();
        Optional<Integer> first = Stream.of(5, 8, 3, 12, 7).peek(x -> log.append("p").append(x)).filter(x -> { log.append("f").append(x); return x > 6; }).map(x -> { log.append("m").append(x); return x * 2; }).findFirst();
        System.out.println(first.get() + " " + log);
        log.setLength(0);
        Stream.of(3, 1, 2).peek(x -> log.append("a").append(x)).sorted().peek(x -> log.append("b").append(x)).anyMatch(x -> x == 2);
        System.out.println(log);
        Stream<String> once = Stream.of("x");
        once.count();
        try { once.count(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
