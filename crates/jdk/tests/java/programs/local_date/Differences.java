import java.time.*;
import java.time.temporal.ChronoUnit;

/** Periods and units between dates. */
public class Differences {
    public static void main(String[] args) throws Exception {
        LocalDate a = LocalDate.of(2020, 1, 31), b = LocalDate.of(2024, 3, 1);
        System.out.println(Period.between(a, b) + " " + ChronoUnit.DAYS.between(a, b) + " " + ChronoUnit.MONTHS.between(a, b) + " " + ChronoUnit.WEEKS.between(b, a) + " " + a.isBefore(b) + " " + a.compareTo(b) + " " + a.until(b).getMonths());
        System.out.println(Period.of(1, 14, 40).normalized() + " " + a.plus(Period.parse("P1Y2M3D")));
    }
}
