import java.net.InetAddress;
import java.net.UnknownHostException;

/** What needs no network, and what every environment has. */
public class LocalHost {
    public static void main(String[] args) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        System.out.println(loopback.getHostAddress() + " " + loopback.isLoopbackAddress());
        InetAddress named = InetAddress.getByName("localhost");
        System.out.println(named.isLoopbackAddress() + " " + named.getHostName());
        InetAddress literal = InetAddress.getByName("127.0.0.1");
        System.out.println(literal + " " + literal.getHostName() + " " + literal);
        System.out.println(InetAddress.getByAddress(new byte[] {10, 1, 2, 3}).getHostAddress());
        try {
            InetAddress.getByName("no.such.host.invalid");
            System.out.println("found");
        } catch (UnknownHostException e) {
            System.out.println("unknown");
        }
        System.out.println((System.getenv("PATH") != null) + " " + System.getenv().containsKey("HOME") + " " + System.getenv("NO_SUCH_VARIABLE_1"));
    }
}
