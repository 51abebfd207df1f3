/** Widths, flags and bases of integers. */
public class IntegersInFormat {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d", 42, 42, 42, 42, 42, 1234567, -42, 42));
        System.out.println(String.format("%x|%X|%o|%#x|%08x|%x", 255, 255, 8, 255, 255, -1));
        System.out.println(String.format("%d %d %d %x", Long.MIN_VALUE, (byte) -1, (short) 300, -1L));
    }
}
