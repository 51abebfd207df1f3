import java.text.*;
import java.util.*;

/** Dates by milliseconds, in universal time. */
public class EpochDates {
    public static void main(String[] args) throws Exception {
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS Z", Locale.ROOT);
        f.setTimeZone(TimeZone.getTimeZone("UTC"));
        for (long t : new long[] {0, -1, 951782400000L, 1_700_000_000_123L}) System.out.println(f.format(new Date(t)));
        System.out.println(f.parse("2001-02-03T04:05:06.007 +0100").getTime() + " " + new Date(5).before(new Date(6)) + " " + new Date(5).equals(new Date(5)) + " " + new Date(5).compareTo(new Date(4)));
        try { f.parse("x"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
    }
}
