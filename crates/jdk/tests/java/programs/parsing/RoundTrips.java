/** What is printed is read back to the same bits. */
public class RoundTrips {
    public static void main(String[] args) throws Exception {
        long seed = 12345;
        int wrong = 0;
        for (int i = 0; i < 300; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double d = Double.longBitsToDouble(seed);
            if (Double.compare(Double.parseDouble(Double.toString(d)), d) != 0) wrong++;
            float f = Float.intBitsToFloat((int) (seed >>> 32));
            if (Float.compare(Float.parseFloat(Float.toString(f)), f) != 0) wrong++;
            if (Long.parseLong(Long.toString(seed)) != seed || Integer.parseInt(Integer.toHexString((int) seed & 0x7fffffff), 16) != ((int) seed & 0x7fffffff)) wrong++;
        }
        System.out.println(wrong);
    }
}
