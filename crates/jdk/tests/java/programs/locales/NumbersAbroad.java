import java.math.BigDecimal;
import java.text.*;
import java.util.*;

/** Numbers, percentages and money as other languages write them. */
public class NumbersAbroad {
    static final String[] TAGS = {"de-DE", "de-CH", "fr-FR", "tr-TR", "ja-JP", "en-IN", "hi-IN", "ar-EG", "sv-SE"};

    public static void main(String[] args) throws Exception {
        for (String tag : TAGS) {
            Locale locale = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + NumberFormat.getInstance(locale).format(-1234567.891)
                + " " + NumberFormat.getPercentInstance(locale).format(0.256)
                + " " + NumberFormat.getCurrencyInstance(locale).format(new BigDecimal("-9876.5"))
                + " " + NumberFormat.getIntegerInstance(locale).format(98765.4));
            System.out.println("  " + String.format(locale, "%,.3f %,d %e %05d", 1234.5, 1234567, 12.25, -42));
            System.out.println("  " + DecimalFormatSymbols.getInstance(locale).getDecimalSeparator()
                + DecimalFormatSymbols.getInstance(locale).getGroupingSeparator() + DecimalFormatSymbols.getInstance(locale).getZeroDigit());
            Currency currency = Currency.getInstance(locale);
            System.out.println("  " + currency + " " + currency.getSymbol(locale) + " " + currency.getDisplayName(locale)
                + " " + currency.getDefaultFractionDigits());
        }
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5") + " " + NumberFormat.getInstance(Locale.FRANCE).parse("1,5"));
        System.out.println(Currency.getInstance("USD").getSymbol(Locale.GERMANY) + " " + Currency.getInstance("JPY").getDisplayName(Locale.FRENCH));
        System.out.println(new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.GERMANY)).format(1234567.891));
        try (Scanner scanner = new Scanner("3,5 1.000").useLocale(Locale.GERMANY)) {
            System.out.println(scanner.nextDouble() + " " + scanner.nextInt());
        }
        System.out.println(new MessageFormat("{0,number} am {1,date,long}", Locale.GERMANY).format(new Object[] {1234.5, new Date(0)}));
        System.out.println(new ChoiceFormat("0#none|1#one|2#many").format(7));
    }
}
