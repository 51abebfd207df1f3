/** Positions of characters and texts, from either end. */
public class Searching {
    public static void main(String[] args) throws Exception {
        String s = "abracadabra";
        System.out.println(s.indexOf('a') + " " + s.indexOf('a', 1) + " " + s.lastIndexOf('a') + " " + s.indexOf("bra", 2) + " " + s.lastIndexOf("bra") + " " + s.indexOf("x") + " " + s.indexOf("") + " " + s.lastIndexOf(""));
        System.out.println(s.contains("cad") + " " + s.startsWith("abra") + " " + s.startsWith("bra", 1) + " " + s.endsWith("bra") + " " + s.indexOf('z', 100) + " " + s.indexOf("a", -5));
        System.out.println("a\ud83d\ude00b".indexOf(0x1f600) + " " + "a\ud83d\ude00b".codePointAt(1) + " " + "a\ud83d\ude00b".codePointCount(0, 4));
    }
}
