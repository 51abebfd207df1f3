// release 17
/** Constructors that check and change, and others that delegate. */
public class CompactConstructors {
    record Range(int low, int high) {
        static int made;
        Range { if (low > high) throw new IllegalArgumentException(low + " > " + high); made++; }
        Range(int only) { this(only, only + 1); }
        int length() { return high - low; }
        static Range of(String s) { String[] p = s.split("-"); return new Range(Integer.parseInt(p[0].trim()), Integer.parseInt(p[1].trim())); }
    }
    record Name(String first, String last) { Name { first = first.strip(); last = last.toUpperCase(); } }

    public static void main(String[] args) throws Exception {
        System.out.println(new Range(1, 5).length() + " " + new Range(7) + " " + Range.of("3 - 9") + " " + Range.made);
        try { new Range(2, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Name(" ann ", "lee"));
    }
}
