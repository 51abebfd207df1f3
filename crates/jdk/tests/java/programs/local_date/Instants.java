import java.time.*;

/** Moments in time and offsets. */
public class Instants {
    public static void main(String[] args) throws Exception {
        Instant i = Instant.ofEpochSecond(1_000_000_000L, 5);
        System.out.println(i + " " + i.plus(Duration.ofDays(1)).getEpochSecond() + " " + i.toEpochMilli() + " " + Instant.EPOCH.minusNanos(1));
        OffsetDateTime o = OffsetDateTime.of(2020, 1, 1, 0, 30, 0, 0, ZoneOffset.ofHours(2));
        System.out.println(o + " " + o.toInstant() + " " + o.withOffsetSameInstant(ZoneOffset.UTC) + " " + ZonedDateTime.ofInstant(i, ZoneOffset.UTC) + " " + ZoneOffset.ofHoursMinutes(-5, -30).getTotalSeconds());
    }
}
