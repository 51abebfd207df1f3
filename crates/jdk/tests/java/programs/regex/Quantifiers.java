import java.util.regex.*;

/** Greedy, reluctant and possessive. */
public class Quantifiers {
    public static void main(String[] args) throws Exception {
        for (String p : new String[] {"<.+>", "<.+?>", "<.++>", "a{2,3}", "(ab)*c", "x?y"}) {
            Matcher m = Pattern.compile(p).matcher("<a><b> aaaa ababc xyy");
            StringBuilder line = new StringBuilder(p).append(": ");
            while (m.find()) line.append('[').append(m.group()).append(']');
            System.out.println(line);
        }
    }
}
