import java.util.concurrent.TimeUnit;

/** Units of time, converted. */
public class Durations {
    public static void main(String[] args) throws Exception {
        System.out.println(TimeUnit.HOURS.toSeconds(3) + " " + TimeUnit.MILLISECONDS.toMinutes(179999) + " " + TimeUnit.DAYS.convert(49, TimeUnit.HOURS) + " " + TimeUnit.SECONDS.toNanos(Long.MAX_VALUE) + " " + TimeUnit.NANOSECONDS.toMicros(-1999));
    }
}
