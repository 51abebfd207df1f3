// release 11
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.spi.ToolProvider;

/** Services that modules of the JDK provide. */
public class ModuleServices {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString("aé€".getBytes("IBM037")) + " " + Charset.forName("IBM500"));
        System.out.println(Charset.availableCharsets().size() > 100);
        TreeSet<String> tools = new TreeSet<>();
        ServiceLoader.load(ToolProvider.class).forEach(tool -> tools.add(tool.name()));
        System.out.println(tools.contains("jar"));
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
    }
}
