import java.util.*;

/** Exceptions of the library with their messages. */
public class AssertMessages {
    static void attempt(Runnable r) { try { r.run(); System.out.println("fine"); } catch (Exception e) { System.out.println(e); } }

    public static void main(String[] args) throws Exception {
        attempt(() -> Integer.parseInt("x1"));
        attempt(() -> Objects.requireNonNull(null, "name"));
        attempt(() -> Objects.requireNonNull(null, () -> "supplied"));
        attempt(() -> Optional.empty().get());
        attempt(() -> new ArrayList<>().iterator().next());
        attempt(() -> Enum.valueOf(Thread.State.class, "X"));
        attempt(() -> "abc".charAt(5));
        attempt(() -> new Scanner("").next());
        attempt(() -> Collections.max(new ArrayList<Integer>()));
        attempt(() -> new int[0].clone()[0]++);
        attempt(() -> Character.toChars(-1));
        attempt(() -> new StringBuilder("x").setLength(-1));
    }
}
