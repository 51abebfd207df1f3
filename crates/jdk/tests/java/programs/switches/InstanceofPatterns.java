// release 17
/** Patterns bind where the test holds. */
public class InstanceofPatterns {
    static String describe(Object o) {
        if (o instanceof String s && s.length() > 2) return "long " + s;
        if (!(o instanceof Integer i)) return o instanceof CharSequence c ? "text " + c.length() : "other " + o;
        return "int " + (i + 1);
    }

    public static void main(String[] args) throws Exception {
        for (Object o : new Object[] {"abc", "a", 5, 2.5, new StringBuilder("xy"), 'c'}) System.out.println(describe(o));
        Object o = null;
        System.out.println(!(o instanceof String s) ? "no" : s);
        while (!(o instanceof Integer n)) { o = 42; }
        System.out.println(n + 1);
    }
}
