// release 11
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** Archives as file systems: a module provides them. */
public class ArchivesAsFiles {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("archives");
        Path zip = folder.resolve("a.zip");
        URI uri = URI.create("jar:" + zip.toUri());
        try (FileSystem files = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
            Files.createDirectory(files.getPath("/in"));
            Files.write(files.getPath("/in/text.txt"), "some text\n".repeat(50).getBytes(StandardCharsets.UTF_8));
            Files.write(files.getPath("/other"), new byte[] {1, 2, 3});
        }
        try (FileSystem files = FileSystems.newFileSystem(zip, (ClassLoader) null)) {
            try (Stream<Path> paths = Files.walk(files.getPath("/"))) {
                System.out.println(paths.map(Path::toString).sorted().collect(Collectors.toList()));
            }
            System.out.println(Files.readAllLines(files.getPath("/in/text.txt")).size() + " " + Files.size(files.getPath("/other")));
            System.out.println(files.provider().getScheme() + " " + files.isOpen() + " " + files.isReadOnly());
            try {
                Files.readAllBytes(files.getPath("/nowhere"));
            } catch (NoSuchFileException error) {
                System.out.println(error.getMessage());
            }
        }
        try {
            FileSystems.newFileSystem(URI.create("nowhere:/a"), Map.of());
        } catch (ProviderNotFoundException error) {
            System.out.println(error.getMessage());
        }
    }
}
