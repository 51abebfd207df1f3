import java.util.regex.*;

/** Named groups, and what is not matched. */
public class Named {
    public static void main(String[] args) throws Exception {
        Matcher m = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)(-(?<day>\\d\\d))?").matcher("2024-05");
        System.out.println(m.matches() + " " + m.group("year") + " " + m.group("month") + " " + m.group("day") + " " + m.groupCount());
        try { m.group("hour"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Pattern.compile("a").matcher("b").group(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
