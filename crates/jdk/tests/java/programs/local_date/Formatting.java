import java.time.*;
import java.time.format.*;

/** Dates by a pattern, both ways. */
public class Formatting {
    public static void main(String[] args) throws Exception {
        DateTimeFormatter f = DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm:ss");
        LocalDateTime t = LocalDateTime.of(2021, 7, 4, 9, 8, 7);
        System.out.println(f.format(t) + " " + LocalDateTime.parse("31.12.1999 23:59:59", f) + " " + t.format(DateTimeFormatter.ISO_LOCAL_DATE) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(t));
        try { f.parse("1.1.2000"); } catch (DateTimeParseException e) { System.out.println(e.getMessage()); }
    }
}
