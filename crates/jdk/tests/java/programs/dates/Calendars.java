import java.util.*;

/** Fields of calendars that roll over. */
public class Calendars {
    public static void main(String[] args) throws Exception {
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        c.clear();
        c.set(2023, Calendar.JANUARY, 31, 23, 59, 59);
        c.add(Calendar.MONTH, 1);
        System.out.println(c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_WEEK) + " " + c.getTimeInMillis());
        c.roll(Calendar.SECOND, 2);
        c.set(Calendar.DAY_OF_MONTH, 40);
        System.out.println(c.getTimeInMillis() + " " + c.get(Calendar.MONTH) + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + ((GregorianCalendar) c).isLeapYear(2000) + " " + c.get(Calendar.WEEK_OF_YEAR));
    }
}
