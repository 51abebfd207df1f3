import java.time.*;

/** Times of the day, durations and their overflow. */
public class Times {
    public static void main(String[] args) throws Exception {
        LocalTime t = LocalTime.of(23, 59, 30);
        System.out.println(t.plusSeconds(45) + " " + t.minusHours(25) + " " + t.withNano(5000) + " " + LocalTime.MIDNIGHT + " " + LocalTime.parse("07:05").toSecondOfDay());
        Duration d = Duration.ofMinutes(135).plusMillis(1500);
        System.out.println(d + " " + d.toHours() + " " + d.getSeconds() + " " + d.negated() + " " + Duration.between(LocalTime.of(10, 0), LocalTime.of(9, 30)) + " " + Duration.parse("PT1H30M").multipliedBy(3));
        LocalDateTime n = LocalDateTime.of(2023, 12, 31, 23, 59).plusMinutes(2);
        System.out.println(n + " " + n.toLocalDate() + " " + n.getHour());
    }
}
