import java.util.*;

/** A scanner over words, numbers and lines. */
public class Scanning {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner("12 abc 3.5 true\nsecond line here\n-7");
        System.out.println(in.nextInt() + "|" + in.next() + "|" + in.hasNextInt() + "|" + in.next() + "|" + in.nextBoolean() + "|" + in.nextLine() + "|" + in.nextLine() + "|" + in.nextInt() + "|" + in.hasNext());
        try { in.next(); } catch (NoSuchElementException e) { System.out.println("end"); }
        StringTokenizer t = new StringTokenizer("a=b;c", "=;", true);
        while (t.hasMoreTokens()) System.out.print((t.nextToken() + " "));
        System.out.println(t.countTokens());
    }
}
