import java.util.Random;

/** An estimate of pi, and a random walk. */
public class MonteCarlo {
    public static void main(String[] args) throws Exception {
        Random r = new Random(1);
        int in = 0;
        for (int i = 0; i < 5000; i++) { double x = r.nextDouble(), y = r.nextDouble(); if (x * x + y * y < 1) in++; }
        System.out.println(4.0 * in / 5000);
        int at = 0, far = 0;
        for (int i = 0; i < 5000; i++) { at += r.nextBoolean() ? 1 : -1; far = Math.max(far, Math.abs(at)); }
        System.out.println(at + " " + far);
    }
}
