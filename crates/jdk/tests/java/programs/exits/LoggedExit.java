import java.util.logging.*;

/** Exits after something was logged; from release 21 on the exit itself may be logged. */
public class LoggedExit {
    public static void main(String[] args) {
        Logger logger = Logger.getLogger("a.b");
        logger.setUseParentHandlers(false);
        Handler handler = new StreamHandler(System.out, new SimpleFormatter() {
            @Override public String format(LogRecord record) {
                return record.getLevel() + " " + record.getLoggerName() + " " + formatMessage(record) + "\n";
            }
        });
        logger.addHandler(handler);
        logger.log(Level.WARNING, "{0} of {1}", new Object[] {1, "two"});
        logger.fine("not shown");
        System.out.println(logger.isLoggable(Level.FINE) + " " + logger.getParent().getName().isEmpty() + " " + Level.parse("800"));
        handler.flush();
        System.exit(7);
    }
}
