import java.text.DateFormatSymbols;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;

/** Numbers, dates and names in languages whose data is in a module of its own. */
public class Languages {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format(Locale.GERMANY, "%,.2f %tB", 1234.5, new Date(0)));
        System.out.println(NumberFormat.getInstance(Locale.FRANCE).format(1234567.891));
        System.out.println(NumberFormat.getInstance(Locale.ITALY).parse("1.234,5"));
        System.out.println(new SimpleDateFormat("EEEE d MMMM yyyy", Locale.GERMAN).format(new Date(0)));
        System.out.println(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.ITALY).format(LocalDate.of(2024, 5, 6)));
        System.out.println(Locale.GERMANY.getDisplayCountry(Locale.FRENCH) + " " + Locale.JAPAN.getDisplayLanguage(Locale.GERMAN));
        System.out.println(Currency.getInstance("EUR").getSymbol(Locale.GERMANY));
        System.out.println(Locale.getAvailableLocales().length > 500);
        System.out.println(DecimalFormatSymbols.getInstance(Locale.GERMANY).getGroupingSeparator());
        System.out.println(Calendar.getInstance(Locale.GERMANY).getFirstDayOfWeek() + " " + Calendar.getInstance(Locale.US).getFirstDayOfWeek());
        System.out.println(new DateFormatSymbols(Locale.FRENCH).getMonths()[0]);
    }
}
