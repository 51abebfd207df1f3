/** Doubles in all magnitudes through a builder. */
public class DoublesInBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        double d = 1;
        for (int i = 0; i < 40; i++) {
            b.append(d).append(i % 5 == 4 ? '\n' : ' ');
            d *= -31.7;
        }
        for (int i = 0; i < 40; i++) {
            b.append((float) (1 / d)).append(i % 5 == 4 ? '\n' : ' ');
            d /= 17.3;
        }
        System.out.println(b);
    }
}
