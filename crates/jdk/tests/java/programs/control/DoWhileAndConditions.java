/** Loops that run at least once, conditions with side effects, loops without bodies. */
public class DoWhileAndConditions {
    public static void main(String[] args) throws Exception {
        int n = 27, steps = 0, top = 0;
        do {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            if (n > top) top = n;
        } while (++steps < 1000 && n != 1);
        System.out.println(steps + " " + top);
        int i = 0;
        while (i++ < 10);
        System.out.println(i);
        for (int a = 0, b = 10; a < b; a += 2, b--) System.out.print((a + "/" + b + " "));
        System.out.println("");
        int gcd = 1071, other = 462;
        for (int t; other != 0; t = gcd % other, gcd = other, other = t);
        System.out.println(gcd);
    }
}
