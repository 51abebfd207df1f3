/** An initialiser that fails ends the program with its error. */
public class InitializerFails {
    static class Bad { static final int[] TABLE = new int[-1]; }

    public static void main(String[] args) throws Exception {
        System.out.println("go");
        System.out.println(Bad.TABLE.length);
    }
}
