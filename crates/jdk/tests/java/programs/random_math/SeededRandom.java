import java.util.Random;

/** A seeded generator gives fixed numbers of all types. */
public class SeededRandom {
    public static void main(String[] args) throws Exception {
        Random r = new Random(42);
        for (int i = 0; i < 5; i++) System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextDouble() + " " + r.nextFloat());
        byte[] b = new byte[7];
        r.nextBytes(b);
        System.out.println(java.util.Arrays.toString(b) + " " + r.nextInt(1 << 20));
        try { r.nextInt(0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
