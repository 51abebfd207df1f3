import java.io.*;
import java.util.*;

/** Files by java.io: written, read, listed, renamed, deleted. */
public class Streams {
    public static void main(String[] args) throws Exception {
        File folder = File.createTempFile("streams", ".d");
        System.out.println(folder.delete() + " " + folder.mkdir() + " " + folder.isDirectory() + " " + folder.mkdir());
        File file = new File(folder, "a.txt");
        System.out.println(file.exists() + " " + file.length() + " " + file.createNewFile() + " " + file.createNewFile());
        try (Writer out = new OutputStreamWriter(new FileOutputStream(file), "UTF-8")) {
            out.write("first\nsecond äöü\n");
        }
        try (Writer out = new FileWriter(file, true)) {
            out.write("third\n");
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(file), "UTF-8"))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) System.out.println(line);
        }
        System.out.println(file.length() + " " + file.isFile() + " " + file.canWrite());
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            random.seek(6);
            random.write("SECOND".getBytes());
            System.out.println(random.getFilePointer() + " " + random.length());
            random.setLength(12);
            random.seek(0);
            byte[] all = new byte[20];
            System.out.println(random.read(all) + " " + new String(all, 0, 12).replace('\n', '|') + " " + random.read());
        }
        File other = new File(folder, "b.txt");
        System.out.println(file.renameTo(other) + " " + file.exists() + " " + Arrays.toString(folder.list()));
        System.out.println(folder.delete() + " " + other.delete() + " " + folder.delete() + " " + folder.exists());
        try {
            new FileInputStream(new File("nowhere", "x"));
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            new FileOutputStream(new File("."));
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
