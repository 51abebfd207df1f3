/** Pairs of surrogates in builders, and their reversal. */
public class CodePoints {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        b.appendCodePoint(0x1f600).append('a').appendCodePoint('b').append("\ud83d");
        System.out.println(b.length() + " " + b.codePointCount(0, b.length()));
        b.reverse();
        for (int i = 0; i < b.length(); i++) System.out.print((Integer.toHexString(b.charAt(i)) + " "));
        System.out.println("");
    }
}
