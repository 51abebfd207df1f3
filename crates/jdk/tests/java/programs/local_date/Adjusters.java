import java.time.*;
import java.time.temporal.*;

/** First and last days, next Fridays. */
public class Adjusters {
    public static void main(String[] args) throws Exception {
        LocalDate d = LocalDate.of(2024, 5, 15);
        System.out.println(d.with(TemporalAdjusters.firstDayOfMonth()) + " " + d.with(TemporalAdjusters.lastDayOfYear()) + " " + d.with(TemporalAdjusters.next(DayOfWeek.FRIDAY)) + " " + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY)) + " " + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + d.range(ChronoField.DAY_OF_MONTH));
        System.out.println(YearMonth.of(2024, 2).atEndOfMonth() + " " + Year.of(1900).isLeap() + " " + Month.JANUARY.minus(1) + " " + DayOfWeek.MONDAY.plus(9) + " " + MonthDay.of(2, 29).isValidYear(2023));
    }
}
