import java.util.*;

/** Objects that format themselves, and big numbers. */
public class OwnFormats {
    static class P implements Formattable { public void formatTo(Formatter f, int flags, int width, int precision) { f.format("<%d,%d>", width, precision); } }

    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%s %5s %8.3s", new P(), new P(), new P()));
        System.out.println(String.format("%d %x %.3f %s", new java.math.BigInteger("123456789012345678901234567890"), new java.math.BigInteger("-255"), new java.math.BigDecimal("1.23456"), new java.math.BigDecimal("1E+3")));
    }
}
