// release 17
/** Switches that give values, by arrows and yields. */
public class Expressions {
    enum Day { MON, TUE, SAT, SUN }
    static int length(Day d) { return switch (d) { case MON, TUE -> 8; case SAT -> { int x = d.ordinal(); yield x * 2; } case SUN -> 0; }; }
    static String name(int n) { return switch (n % 4) { case 0: yield "zero"; case 1: yield "one"; default: { if (n > 5) yield "many"; yield "few"; } }; }

    public static void main(String[] args) throws Exception {
        for (Day d : Day.values()) System.out.print((length(d) + " "));
        for (int i = 0; i < 8; i++) System.out.print((name(i) + " "));
        System.out.println(switch ("x" + 1) { case "x1" -> 1.5f; case "y" -> 2; default -> 'c'; });
        int x = 3;
        x += switch (x) { case 3 -> { try { yield Integer.parseInt("4"); } finally { x = 100; } } default -> 0; };
        System.out.println(x);
    }
}
