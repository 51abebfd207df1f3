import java.util.regex.*;

/** Whole matches, parts and groups. */
public class Matching {
    public static void main(String[] args) throws Exception {
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("mail ann@site.org or bob@work.com now");
        while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.group(3) + " " + m.start() + "-" + m.end(2));
        System.out.println("2024-02-30".matches("\\d{4}-\\d\\d-\\d\\d") + " " + "a1".matches("[a-z]") + " " + Pattern.matches("a*", ""));
    }
}
