/** Constants with bodies, abstract methods and fields. */
public class EnumMethods {
    enum Shape {
        CIRCLE("c") { double area(double x) { return Math.PI * x * x; } },
        SQUARE("s") { double area(double x) { return x * x; } @Override public String toString() { return "[]"; } };
        private final String code;
        Shape(String code) { this.code = code; }
        abstract double area(double x);
        static Shape of(String code) { for (Shape s : values()) if (s.code.equals(code)) return s; throw new IllegalArgumentException("no shape " + code); }
    }

    public static void main(String[] args) throws Exception {
        for (Shape s : Shape.values()) System.out.println(s + " " + s.name() + " " + s.area(2) + " " + s.getClass().isAnonymousClass() + " " + (s.getDeclaringClass() == Shape.class));
        System.out.println(Shape.of("s"));
        try { Shape.of("z"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(java.util.Arrays.toString(Shape.values()) + " " + Shape.CIRCLE.equals(Shape.SQUARE));
    }
}
