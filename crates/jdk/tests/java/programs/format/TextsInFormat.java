/** Texts, characters, booleans and hashes. */
public class TextsInFormat {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%s|%10s|%-10s|%.2s|%S|%c|%C|%b|%B|%n", "text", "right", "left", "cut", "upper", 'c', 'd', true, "x").trim());
        System.out.println(String.format("%s %s %b %h %%", null, new int[0].length, null, "hi"));
        System.out.println(String.format("%c%c", 65, 0x1f600).length());
    }
}
