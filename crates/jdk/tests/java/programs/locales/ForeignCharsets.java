import java.nio.*;
import java.nio.charset.*;
import java.util.*;

/** Character sets beyond those that every Java has: a module provides them. */
public class ForeignCharsets {
    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte each : bytes) {
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }

    public static void main(String[] args) throws Exception {
        String[] names = {"windows-1252", "Shift_JIS", "EUC-JP", "Big5", "GBK", "GB18030", "EUC-KR", "ISO-2022-JP", "windows-31j", "IBM037", "IBM850",
            "KOI8-R", "ISO-8859-15", "x-MacRoman", "TIS-620", "windows-1256", "UTF-32BE", "Big5-HKSCS", "ISO-2022-KR", "x-windows-874", "IBM1047"};
        for (String name : names) {
            Charset charset = Charset.forName(name);
            byte[] bytes = "A\u00e4\u20ac\u3042\u6f22\ud55c\u0416".getBytes(charset);
            System.out.println(charset + " " + hex(bytes) + " " + new String(bytes, charset).equals("A\u00e4\u20ac\u3042\u6f22\ud55c\u0416")
                + " " + charset.canEncode() + " " + new TreeSet<>(charset.aliases()));
        }
        CharsetDecoder decoder = Charset.forName("Shift_JIS").newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            System.out.println(decoder.decode(ByteBuffer.wrap(new byte[] {(byte) 0x82, (byte) 0xa0, (byte) 0x82})));
        } catch (CharacterCodingException error) {
            System.out.println(error);
        }
        System.out.println(Charset.isSupported("EUC-TW") + " " + Charset.isSupported("no-such-set") + " " + Charset.availableCharsets().containsKey("GB18030")
            + " " + Charset.availableCharsets().size());
        try {
            Charset.forName("no-such-set");
        } catch (UnsupportedCharsetException error) {
            System.out.println(error);
        }
        System.out.println(new String(new byte[] {(byte) 0x80, 'x'}, "windows-1252"));
    }
}
