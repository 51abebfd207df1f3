// release 11
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;

/** What a machine tells of itself, as far as it is the same everywhere. */
public class Management {
    public static void main(String[] args) {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println(runtime.getName().matches("[0-9]+@.*"));
        System.out.println(runtime.getStartTime() > 0);
        System.out.println(runtime.getUptime() >= 0);
        System.out.println(runtime.getManagementSpecVersion().equals(
            Runtime.version().feature() < 21 ? "3.0" : "4.0"));
        System.out.println(ManagementFactory.getThreadMXBean().isThreadCpuTimeSupported());
        System.out.println(ManagementFactory.getClassLoadingMXBean().isVerbose());
    }
}
