/** Sines and their inverses, bit by bit. */
public class Trigonometry {
    public static void main(String[] args) throws Exception {
        double[] xs = {0, 0.5, 1, -2, 3.14159, 10, 1e5, 1e22, Double.NaN, Double.NEGATIVE_INFINITY};
        for (double x : xs) System.out.println(StrictMath.sin(x) + " " + StrictMath.cos(x) + " " + StrictMath.tan(x) + " " + StrictMath.atan(x) + " " + StrictMath.asin(x) + " " + StrictMath.acos(x));
        System.out.println(StrictMath.atan2(1, -1) + " " + StrictMath.atan2(-0.0, -1) + " " + Math.toDegrees(Math.PI) + " " + Math.toRadians(90));
    }
}
