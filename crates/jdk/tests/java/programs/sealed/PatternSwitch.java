// release 21
/** A sealed hierarchy taken apart by a switch that needs no default. */
public class PatternSwitch {
    sealed interface Shape permits Circle, Square, Rect { }
    record Circle(double r) implements Shape { }
    record Square(double s) implements Shape { }
    record Rect(double w, double h) implements Shape { }
    static double area(Shape s) { return switch (s) { case Circle c -> 3 * c.r() * c.r(); case Square q -> q.s() * q.s(); case Rect(double w, double h) -> w * h; }; }

    public static void main(String[] args) throws Exception {
        for (Shape s : new Shape[] {new Circle(1), new Square(2), new Rect(3, 4)}) System.out.println(s + " " + area(s));
        try { area(null); } catch (NullPointerException e) { System.out.println("null"); }
    }
}
