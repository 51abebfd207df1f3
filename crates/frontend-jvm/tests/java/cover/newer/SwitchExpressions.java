// release 17
/** Switch expressions: over enums without default, yielding, over strings and numbers. */
public class SwitchExpressions {
    enum E { A, B, C }
    static int arrows(int x) { return switch (x) { case 1 -> 10; case 2, 3 -> 20; default -> 0; }; }
    static int yields(int x) { return switch (x) { case 1: yield 1; case 2: { int y = x * 2; yield y; } default: yield -1; }; }
    static int exhaustive(E e) { return switch (e) { case A -> 1; case B -> 2; case C -> 3; }; }
    static int overLines(E e) {
        return switch (e) {
            case A -> 1;
            case B -> 2;
            case C -> throw new IllegalStateException();
        };
    }
    static String strings(String s) { return switch (s) { case "a", "b" -> "ab"; case "c" -> "c"; default -> { String t = s.trim(); yield t; } }; }
    static void statement(E e) { switch (e) { case A -> System.out.println("a"); case B -> { } default -> System.out.println("d"); } }
    static int never(E e) { return switch (e) { case A, B, C -> 1; }; }
    public static void main(String[] args) throws Exception {
        arrows(3); arrows(9); yields(2); exhaustive(E.B); overLines(E.A); strings("b"); strings("q"); statement(E.B);
    }
}
