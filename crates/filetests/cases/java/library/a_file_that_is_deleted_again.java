//@ class: Scratch
//@ contains: assertEquals(
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

class Scratch {
    static int kept(byte[] bytes) throws IOException {
        File file = File.createTempFile("scratch", null);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(bytes);
        }
        long length = file.length();
        file.delete();
        return length > 2 ? 1 : 0; //~ covered
    }
}
