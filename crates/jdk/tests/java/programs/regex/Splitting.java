import java.util.*;
import java.util.regex.*;

/** Splitting at patterns; streams of matches. */
public class Splitting {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(Pattern.compile("\\s*[,;]\\s*").split("a , b;c,,d ;")) + Arrays.toString("camelCaseString".split("(?=[A-Z])")) + Arrays.toString("1+2-3".split("(?<=[+-])|(?=[+-])")));
        System.out.println(Pattern.compile("-").splitAsStream("x-y-z").count());
    }
}
