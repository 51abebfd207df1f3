/** Defaults that call what classes supply, and are overridden in part. */
public class Template {
    interface Shape extends Comparable<Shape> { double area(); default String kind() { return "shape"; } default String describe() { return kind() + " of " + area(); } default int compareTo(Shape o) { return Double.compare(area(), o.area()); } }
    static class Sq implements Shape { final double s; Sq(double s) { this.s = s; } public double area() { return s * s; } @Override public String kind() { return "square"; } }

    public static void main(String[] args) throws Exception {
        Shape[] all = {new Sq(3), () -> 5, new Sq(1), () -> 2.5};
        java.util.Arrays.sort(all);
        for (Shape s : all) System.out.print((s.describe() + "; "));
        System.out.println("");
    }
}
