import java.text.*;
import java.util.*;

/** Numbers by a pattern. */
public class NumberFormats {
    public static void main(String[] args) throws Exception {
        DecimalFormatSymbols s = DecimalFormatSymbols.getInstance(Locale.ROOT);
        for (String p : new String[] {"#,##0.00", "0.###E0", "00.0%", "#;(#)", "000"}) { DecimalFormat f = new DecimalFormat(p, s); System.out.println(p + " " + f.format(1234.5678) + " " + f.format(-0.045) + " " + f.format(7)); }
        System.out.println(new DecimalFormat("#.#", s).parse("12.5x"));
    }
}
