import java.io.*;
import java.util.*;
import java.util.zip.*;

/** Checksums, and what was compressed unpacked again. */
public class Compressed {
    public static void main(String[] args) throws Exception {
        byte[] text = new byte[5000];
        for (int i = 0; i < text.length; i++) text[i] = (byte) ("abcabd".charAt(i % 6) + i / 1000);
        CRC32 crc = new CRC32();
        crc.update(text, 10, 4000);
        Adler32 adler = new Adler32();
        adler.update(text);
        System.out.println(crc.getValue() + " " + adler.getValue());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text);
        }
        System.out.println(bytes.size() < text.length);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            byte[] back = new byte[text.length];
            new DataInputStream(in).readFully(back);
            System.out.println(Arrays.equals(text, back) + " " + in.read());
        }
        bytes.reset();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (String name : new String[] {"a.txt", "d/b.txt"}) {
                out.putNextEntry(new ZipEntry(name));
                out.write(name.getBytes());
                out.closeEntry();
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = new byte[100];
                int count = in.read(content);
                System.out.println(entry.getName() + " " + new String(content, 0, count));
            }
        }
        File file = File.createTempFile("compressed", ".zip");
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(bytes.toByteArray());
        }
        try (ZipFile zip = new ZipFile(file)) {
            System.out.println(zip.size() + " " + zip.getEntry("a.txt").getSize() + " " + (zip.getEntry("c") == null));
            System.out.println(new BufferedReader(new InputStreamReader(zip.getInputStream(zip.getEntry("d/b.txt")))).readLine());
        }
        file.delete();
        Inflater inflater = new Inflater();
        inflater.setInput(new byte[] {1, 2, 3, 4});
        try {
            inflater.inflate(new byte[10]);
        } catch (DataFormatException e) {
            System.out.println("no stream of zlib");
        }
    }
}
