// release 21
/** Record patterns inside of record patterns. */
public class Deconstruction {
    record P(int x, int y) { }
    record Line(P a, P b) { }
    record Box<T>(T t) { }
    static String of(Object o) {
        if (o instanceof Line(P(var x, var y), P(int u, int v)) && x == u) return "vertical " + (v - y);
        return switch (o) {
            case Line(P a, P(int u, int v)) when u == 0 -> "to axis from " + a;
            case Line l -> "line " + l.b();
            case Box<?>(String s) -> "box of text " + s;
            case Box<?>(Box<?>(var inner)) -> "box of box of " + inner;
            case Box<?>(var t) -> "box " + t;
            default -> "other";
        };
    }

    public static void main(String[] args) throws Exception {
        for (Object o : new Object[] {new Line(new P(1, 2), new P(1, 5)), new Line(new P(1, 2), new P(0, 5)), new Line(new P(1, 2), new P(3, 4)), new Box<>("s"), new Box<>(new Box<>(7)), new Box<>(null), new Box<>(1.5), ""}) System.out.println(of(o));
        try { Object o = new Line(null, new P(1, 1)); if (o instanceof Line(P(int x, int y), P b)) System.out.println("matched"); else System.out.println("not matched"); } catch (MatchException e) { System.out.println(e); }
    }
}
