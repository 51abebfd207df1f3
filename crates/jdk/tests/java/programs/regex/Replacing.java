import java.util.regex.*;

/** Replacements with references to groups. */
public class Replacing {
    public static void main(String[] args) throws Exception {
        System.out.println("John Smith, Jane Doe".replaceAll("(\\w+) (\\w+)", "$2 $1"));
        System.out.println("a.b.c".replaceAll(".", "x") + " " + "a.b.c".replace(".", "x") + " " + "aaa".replaceFirst("a", "\\$"));
        Matcher m = Pattern.compile("\\d+").matcher("3 cats, 12 dogs");
        StringBuffer out = new StringBuffer();
        while (m.find()) m.appendReplacement(out, String.valueOf(Integer.parseInt(m.group()) * 2));
        m.appendTail(out);
        System.out.println(out);
        try { "x".replaceAll("x", "$1"); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
