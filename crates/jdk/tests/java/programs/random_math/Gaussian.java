import java.util.Random;

/** Normally distributed numbers and streams of numbers. */
public class Gaussian {
    public static void main(String[] args) throws Exception {
        Random r = new Random(7);
        for (int i = 0; i < 4; i++) System.out.println(r.nextGaussian());
        System.out.println(r.ints(5, 0, 10).sum() + " " + r.doubles(3).sum() + " " + r.longs(2).sum());
    }
}
