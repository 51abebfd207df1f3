/** Zero has a sign that comparison does not see and division does. */
public class NegativeZero {
    public static void main(String[] args) throws Exception {
        double zero = 0.0, minus = -0.0;
        System.out.println((zero == minus) + " " + Double.valueOf(zero).equals(minus) + " " + Double.compare(zero, minus));
        System.out.println(1 / zero + " " + 1 / minus + " " + (minus + zero) + " " + (minus - zero) + " " + -zero + " " + (0 - zero));
        System.out.println(Math.min(zero, minus) + " " + Math.max(minus, zero) + " " + Math.sqrt(minus) + " " + Math.round(-0.4) + " " + Math.ceil(-0.4));
        System.out.println(minus % 1 + " " + Double.toString(minus) + " " + Double.parseDouble("-0"));
    }
}
