// release 17
/** The lines of a poem, numbered and turned around. */
public class LinesAndWords {
    public static void main(String[] args) throws Exception {
        String poem = """
            Whose woods these are
            I think I know

            His house is in the village though
            """;
        int[] n = {0};
        poem.lines().map(l -> ++n[0] + ": " + new StringBuilder(l).reverse()).forEach(System.out::println);
        System.out.println(poem.split("\\s+").length + " " + poem.chars().filter(c -> c == '\n').count());
    }
}
