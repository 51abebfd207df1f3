/** A compound assignment casts back to the type of its left side. */
public class CompoundNarrowing {
    public static void main(String[] args) throws Exception {
        byte b = 100;
        b += 100;
        System.out.println(b);
        b *= 2.5;
        System.out.println(b);
        short s = 10;
        s -= 0.5;
        System.out.println(s);
        int i = 7;
        i /= 0.5;
        System.out.println(i);
        i += 3.7f;
        System.out.println(i);
        char c = 'x';
        c -= 32;
        System.out.println(c);
        long l = 5;
        l *= 1.5f;
        System.out.println(l);
        int[] a = {1, 2, 3};
        int at = 0;
        a[at++] += a[at] * 10 + at;
        System.out.println(a[0] + " " + at);
    }
}
