// release 11
import java.nio.charset.spi.CharsetProvider;
import java.nio.file.spi.FileSystemProvider;
import java.util.*;
import java.util.spi.ToolProvider;

/** Providers that modules of the JDK name, and those that do not exist. */
public class FoundProviders {
    public interface Service { }

    public static void main(String[] args) {
        for (CharsetProvider provider : ServiceLoader.load(CharsetProvider.class)) {
            System.out.println(provider.getClass().getName());
        }
        for (CharsetProvider provider : ServiceLoader.loadInstalled(CharsetProvider.class)) {
            System.out.println("installed " + provider.getClass().getName());
        }
        for (FileSystemProvider provider : FileSystemProvider.installedProviders()) {
            System.out.println(provider.getScheme());
        }
        System.out.println(ServiceLoader.load(Service.class).findFirst().isPresent());
        System.out.println(ServiceLoader.load(CharsetProvider.class).stream().map(ServiceLoader.Provider::type).count());
        Set<String> tools = new TreeSet<>();
        for (ToolProvider tool : ServiceLoader.load(ToolProvider.class)) {
            tools.add(tool.name());
        }
        System.out.println(tools.containsAll(Arrays.asList("jar", "javac", "javap")));
        Iterator<Service> none = ServiceLoader.load(Service.class).iterator();
        try {
            none.next();
        } catch (NoSuchElementException error) {
            System.out.println("nothing");
        }
    }
}
