import java.io.*;

/** Bytes and lines through streams in memory. */
public class Streams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) { out.writeInt(-5); out.writeUTF("text é"); out.writeDouble(2.5); out.writeLong(1L << 40); }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            System.out.println(in.readInt() + " " + in.readUTF() + " " + in.readDouble() + " " + in.readLong() + " " + in.read());
            in.readByte();
        } catch (EOFException e) { System.out.println("end " + bytes.size()); }
        try (BufferedReader r = new BufferedReader(new StringReader("one\r\ntwo\n\nfour"))) { for (String l; (l = r.readLine()) != null; ) System.out.print((l + ";")); }
        StringWriter w = new StringWriter();
        try (PrintWriter p = new PrintWriter(w)) { p.printf("%d", 5); p.print('x'); }
        System.out.println(w);
    }
}
