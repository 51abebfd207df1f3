/** Interfaces do not implement the methods of Object. */
public class ObjectMethods {
    interface Named { String name(); default String text() { return "[" + name() + toString().length() + "]"; } String toString(); boolean equals(Object o); }

    public static void main(String[] args) throws Exception {
        Named n = new Named() { public String name() { return "n"; } @Override public String toString() { return "four"; } };
        Named l = () -> "lambda";
        System.out.println(n.text() + " " + n.equals(n) + " " + l.text().startsWith("[lambda") + " " + (l.hashCode() == l.hashCode()));
    }
}
