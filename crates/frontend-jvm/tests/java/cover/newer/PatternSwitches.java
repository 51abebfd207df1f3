// release 21
/** Switches over patterns: sealed types, guards, null, records taken apart. */
public class PatternSwitches {
    sealed interface Shape permits Circle, Square, Pair { }
    record Circle(double r) implements Shape { }
    record Square(double a) implements Shape { }
    record Pair(Shape one, Shape two) implements Shape { }
    enum Color { RED, GREEN }
    static double area(Shape s) { return switch (s) { case Circle c -> c.r() * 3; case Square q -> q.a() * q.a(); case Pair p -> area(p.one()) + area(p.two()); }; }
    static String guarded(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big";
            case Integer i -> "small";
            case String s -> s;
            default -> "other";
        };
    }
    static double apart(Shape s) {
        return switch (s) {
            case Pair(Circle(double r), Square(double a)) -> r + a;
            case Pair(Shape x, Shape y) -> 1;
            case Circle(double r) -> r;
            case Square(var a) -> a;
        };
    }
    static int inIf(Object o) { if (o instanceof Pair(Circle c, Shape d) && c.r() > 1) { return 1; } return 0; }
    static void statement(Shape s) { switch (s) { case Circle c -> System.out.println("c"); case Square q -> { } case Pair p -> System.out.println("p"); } }
    static int colors(Color c) { return switch (c) { case RED -> 1; case GREEN -> 2; }; }
    static int never(Shape s) { return switch (s) { case Circle c -> 1; case Square q -> 2; case Pair p -> 3; }; }
    public static void main(String[] args) throws Exception {
        area(new Pair(new Circle(1), new Square(2))); guarded(11); guarded(null); guarded('c'); apart(new Pair(new Circle(1), new Square(2)));
        apart(new Circle(2)); inIf(new Pair(new Circle(2), new Circle(1))); statement(new Square(1)); colors(Color.RED);
    }
}
