import java.util.regex.*;

/** Patterns that do not compile, with their messages. */
public class MistakesInRegex {
    public static void main(String[] args) throws Exception {
        for (String p : new String[] {"(", "[a", "*", "a{2,1}", "\\", "(?<1>a)", "\\k<x>"}) {
            try { Pattern.compile(p); System.out.println("compiled " + p); } catch (PatternSyntaxException e) { System.out.println(e.getDescription() + " " + e.getIndex()); }
        }
    }
}
