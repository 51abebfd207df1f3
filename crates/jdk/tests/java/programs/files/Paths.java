import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

/** Files by java.nio. */
public class Paths {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("paths");
        Path file = folder.resolve("a.txt");
        Files.write(file, Arrays.asList("one", "two", "three"));
        System.out.println(Files.readAllLines(file) + " " + Files.size(file) + " " + Files.exists(file));
        Files.write(file, "four\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        try (Stream<String> lines = Files.lines(file)) {
            System.out.println(lines.map(String::toUpperCase).collect(Collectors.joining(",")));
        }
        Path copy = Files.copy(file, folder.resolve("b.txt"));
        Files.createDirectories(folder.resolve("x/y/z"));
        try (Stream<Path> walk = Files.walk(folder)) {
            System.out.println(walk.map(p -> folder.relativize(p).toString()).sorted().collect(Collectors.toList()));
        }
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocate(4);
            channel.read(buffer);
            channel.write(ByteBuffer.wrap("XYZ".getBytes()), 4);
            System.out.println(new String(buffer.array()).trim() + " " + channel.position() + " " + channel.size());
        }
        System.out.println(new String(Files.readAllBytes(copy)).replace('\n', '|'));
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println(attributes.isRegularFile() + " " + attributes.isDirectory() + " " + attributes.size());
        Files.move(copy, folder.resolve("x/c.txt"));
        System.out.println(Files.exists(copy) + " " + Files.isDirectory(folder.resolve("x")));
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException e) {
            System.out.println("not empty");
        }
        try {
            Files.readAllBytes(folder.resolve("nothing"));
        } catch (NoSuchFileException e) {
            System.out.println("no such file");
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            System.out.println("already there");
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) Files.delete(path);
        }
        System.out.println(Files.exists(folder));
    }
}
