import java.util.regex.*;

/** Case, dots and comments. */
public class Flags {
    public static void main(String[] args) throws Exception {
        System.out.println(Pattern.compile("HELLO", Pattern.CASE_INSENSITIVE).matcher("hello").matches() + " " + Pattern.compile("a.b").matcher("a\nb").matches() + " " + Pattern.compile("a.b", Pattern.DOTALL).matcher("a\nb").matches() + " " + "ÄB".matches("(?iu)äb") + " " + Pattern.compile("a b # comment", Pattern.COMMENTS).matcher("ab").matches());
        System.out.println(Pattern.quote("a.b") + " " + "a.b".matches(Pattern.quote("a.b")) + " " + Pattern.compile("[^a-c&&[^x]]+").matcher("xyzabc").replaceAll("-"));
    }
}
