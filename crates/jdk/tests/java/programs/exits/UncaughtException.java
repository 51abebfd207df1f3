/** An uncaught exception ends the program with code 1. */
public class UncaughtException {
    public static void main(String[] args) throws Exception {
        System.out.println("start");
        int[] a = new int[2];
        a[a.length] = 1;
    }
}
