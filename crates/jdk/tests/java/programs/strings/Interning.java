/** Constants are one object, computed strings are not until they are interned. */
public class Interning {
    static final String HALF = "half";

    public static void main(String[] args) throws Exception {
        String a = "halftime", b = HALF + "time", c = new String("halftime"), d = "half";
        String e = d + "time";
        System.out.println((a == b) + " " + (a == c) + " " + (a == e) + " " + (a == e.intern()) + " " + a.equals(c));
        System.out.println((c.intern() == a) + " " + ("" + a == a) + " " + (a.substring(0) == a) + " " + (a.toString() == a));
    }
}
