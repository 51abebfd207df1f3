import java.util.regex.*;

/** Conditions before and behind, back references and anchors. */
public class LookAround {
    public static void main(String[] args) throws Exception {
        System.out.println("price: 100 EUR, 200 USD".replaceAll("\\d+(?= USD)", "X") + " " + "foobar foobaz".replaceAll("foo(?!bar)", "X") + " " + "a1b2".replaceAll("(?<=[a-z])\\d", "#"));
        System.out.println("hello".replaceAll("(l)\\1", "L") + " " + Pattern.compile("^\\w+", Pattern.MULTILINE).matcher("one two\nthree").replaceAll("X") + " " + "word boundary".replaceAll("\\b", "|"));
    }
}
