import java.time.*;

/** Dates: leap years, lengths of months, days of the week. */
public class LeapYears {
    public static void main(String[] args) throws Exception {
        LocalDate d = LocalDate.of(2024, 2, 28);
        for (int i = 0; i < 3; i++) System.out.println(d.plusDays(i) + " " + d.plusDays(i).getDayOfWeek() + " " + d.plusDays(i).getDayOfYear());
        System.out.println(d.plusMonths(1) + " " + LocalDate.of(2023, 1, 31).plusMonths(1) + " " + d.withDayOfMonth(1).minusDays(1) + " " + d.isLeapYear() + " " + d.lengthOfMonth() + " " + d.toEpochDay() + " " + LocalDate.ofYearDay(2023, 365) + " " + LocalDate.ofEpochDay(-1));
    }
}
