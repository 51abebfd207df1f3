import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

/** Dates, months and days of the week in other languages: data of a module that provides it as a service. */
public class DatesAbroad {
    static final String[] TAGS = {"de", "de-AT", "fr", "fr-CA", "tr", "ja", "zh-TW", "ru", "ar", "pt-BR", "th", "en-GB"};

    public static void main(String[] args) {
        LocalDateTime time = LocalDateTime.of(2024, 3, 5, 14, 7, 9);
        for (String tag : TAGS) {
            Locale locale = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + Month.MARCH.getDisplayName(TextStyle.FULL, locale) + " "
                + Month.MAY.getDisplayName(TextStyle.SHORT, locale) + " " + DayOfWeek.TUESDAY.getDisplayName(TextStyle.FULL, locale)
                + " " + DayOfWeek.SUNDAY.getDisplayName(TextStyle.SHORT_STANDALONE, locale));
            for (FormatStyle style : new FormatStyle[] {FormatStyle.FULL, FormatStyle.LONG, FormatStyle.MEDIUM, FormatStyle.SHORT}) {
                System.out.println("  " + time.toLocalDate().format(DateTimeFormatter.ofLocalizedDate(style).withLocale(locale)));
            }
            System.out.println("  " + time.format(DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT).withLocale(locale)));
            System.out.println("  " + time.format(DateTimeFormatter.ofPattern("EEEE, d. MMMM yyyy G a h:mm", locale)));
            WeekFields fields = WeekFields.of(locale);
            System.out.println("  " + fields.getFirstDayOfWeek() + " " + fields.getMinimalDaysInFirstWeek());
        }
        Locale german = Locale.GERMAN;
        System.out.println(LocalDate.parse("7. Januar 2021", DateTimeFormatter.ofPattern("d. MMMM yyyy", german)));
        try {
            LocalDate.parse("7. January 2021", DateTimeFormatter.ofPattern("d. MMMM yyyy", german));
        } catch (DateTimeParseException error) {
            System.out.println(error.getMessage());
        }
        SimpleDateFormat format = new SimpleDateFormat("EEEE d MMMM yyyy", Locale.FRENCH);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(format.format(new Date(1_700_000_000_000L)));
        System.out.println(Arrays.toString(DateFormatSymbols.getInstance(Locale.ITALIAN).getShortMonths()));
        System.out.println(Arrays.toString(DateFormatSymbols.getInstance(new Locale("tr")).getWeekdays()));
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.GERMANY);
        calendar.setTimeInMillis(1_700_000_000_000L);
        System.out.println(calendar.getFirstDayOfWeek() + " " + calendar.get(Calendar.WEEK_OF_YEAR) + " "
            + calendar.getDisplayName(Calendar.MONTH, Calendar.LONG, Locale.GERMANY));
        for (int style : new int[] {DateFormat.FULL, DateFormat.LONG, DateFormat.MEDIUM, DateFormat.SHORT}) {
            DateFormat other = DateFormat.getDateTimeInstance(style, DateFormat.SHORT, Locale.GERMANY);
            other.setTimeZone(TimeZone.getTimeZone("UTC"));
            System.out.println(other.format(new Date(1_700_000_000_000L)));
        }
    }
}
