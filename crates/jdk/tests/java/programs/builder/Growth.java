/** A builder grows; characters beyond Latin-1 widen it. */
public class Growth {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder(2);
        for (int i = 0; i < 1000; i++) b.append((char) ('a' + i % 26));
        int before = b.toString().hashCode();
        b.append('\u20ac');
        b.insert(0, '\u0100');
        System.out.println(before + " " + b.toString().hashCode() + " " + b.length() + " " + b.lastIndexOf("z"));
        b.setLength(3);
        System.out.println(b.toString().equals("\u0100ab"));
    }
}
