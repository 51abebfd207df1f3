import java.util.*;
import java.util.regex.*;

/** A tokenizer for a small language. */
public class Tokenizer {
    public static void main(String[] args) throws Exception {
        Pattern p = Pattern.compile("\\s*(?:(?<num>\\d+(?:\\.\\d+)?)|(?<id>[A-Za-z_]\\w*)|(?<op>[-+*/=<>]=?|[()]))");
        Matcher m = p.matcher("x1 = (alpha+3.25) * y_2 >= 10");
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < m.regionEnd() && m.find(at)) {
            tokens.add(m.group("num") != null ? "N" + m.group("num") : m.group("id") != null ? "I" + m.group("id") : "O" + m.group("op"));
            at = m.end();
        }
        System.out.println(tokens);
    }
}
