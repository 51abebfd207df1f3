/** A method without branches, one that is never called, and one that is left by an exception half way. */
public class Straight {
    static int twice(int x) {
        int y = x + x;
        return y;
    }

    static int never() {
        return 1;
    }

    static int half(int[] a) {
        int x = a[0];
        int y = a[7];
        return x + y;
    }

    public static void main(String[] args) {
        System.out.println(twice(2));
        try {
            half(new int[1]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("out");
        }
    }
}
