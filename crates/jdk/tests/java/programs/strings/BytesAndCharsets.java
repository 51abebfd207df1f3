import java.nio.charset.StandardCharsets;

/** UTF-8, Latin-1 and UTF-16 there and back, with what does not fit. */
public class BytesAndCharsets {
    public static void main(String[] args) throws Exception {
        String s = "aé€\ud83d\ude00";
        System.out.println(java.util.Arrays.toString(s.getBytes(StandardCharsets.UTF_8)));
        System.out.println(java.util.Arrays.toString(s.getBytes(StandardCharsets.ISO_8859_1)));
        System.out.println(java.util.Arrays.toString(s.getBytes(StandardCharsets.UTF_16BE)));
        System.out.println(new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(s));
        byte[] broken = {(byte) 0xc3, 0x28, (byte) 0xe2, (byte) 0x82, 'x'};
        String replaced = new String(broken, StandardCharsets.UTF_8);
        for (char c : replaced.toCharArray()) System.out.print(((int) c + " "));
        System.out.println(replaced.length());
    }
}
