// release 17
/** Components, text, equality and hash of a record. */
public class Basics {
    record Point(int x, int y) { }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a, Point p) { }
    record None() { }

    public static void main(String[] args) throws Exception {
        Point p = new Point(3, -4);
        System.out.println(p + " " + p.x() + " " + p.equals(new Point(3, -4)) + " " + p.equals(null) + " " + p.equals("p") + " " + p.hashCode() + " " + new None() + new None().hashCode() + " " + new None().equals(new None()));
        int[] a = {1};
        All x = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "t", a, p), y = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, new String("t"), a, new Point(3, -4));
        System.out.println(x.equals(y) + " " + (x.hashCode() == y.hashCode()) + " " + x.toString().replaceAll("@[0-9a-f]+", "@"));
    }
}
