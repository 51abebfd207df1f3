import java.util.zip.*;

/** CRC, Adler, FNV and digests of bytes. */
public class Hashing {
    public static void main(String[] args) throws Exception {
        byte[] data = new byte[1000];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 31 + i / 7);
        CRC32 crc = new CRC32();
        crc.update(data);
        Adler32 adler = new Adler32();
        adler.update(data, 10, 500);
        int fnv = 0x811c9dc5;
        for (byte b : data) { fnv ^= b & 0xff; fnv *= 0x01000193; }
        System.out.println(Long.toHexString(crc.getValue()) + " " + adler.getValue() + " " + Integer.toHexString(fnv) + " " + java.util.Arrays.hashCode(data));
        System.out.println(new java.math.BigInteger(1, java.security.MessageDigest.getInstance("MD5").digest(data)).toString(16));
        for (String name : new String[] {"SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"}) {
            java.security.MessageDigest digest = java.security.MessageDigest.getInstance(name);
            for (int length : new int[] {0, 55, 64, 111, 112, 128, 1000}) {
                digest.update(data, 0, length / 3);
                digest.update(data, length / 3, length - length / 3);
                System.out.println(name + " " + length + " " + new java.math.BigInteger(1, digest.digest()).toString(16));
            }
        }
    }
}
