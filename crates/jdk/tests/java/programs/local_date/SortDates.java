import java.time.*;
import java.util.*;

/** Dates in sets and streams. */
public class SortDates {
    public static void main(String[] args) throws Exception {
        TreeSet<LocalDate> dates = new TreeSet<>();
        for (int i = 1; i < 50; i += 7) dates.add(LocalDate.of(2000 + i % 10, 1 + i % 12, 1 + i % 28));
        System.out.println(dates.first() + " " + dates.last() + " " + dates.ceiling(LocalDate.of(2004, 6, 1)) + " " + dates.size());
        Map<DayOfWeek, Integer> days = new EnumMap<>(DayOfWeek.class);
        for (LocalDate d : dates) days.merge(d.getDayOfWeek(), 1, Integer::sum);
        System.out.println(days);
    }
}
