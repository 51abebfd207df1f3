/** What a program printed before the exit stays. */
public class ExitInHook {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) {
            System.out.print(i);
            if (i == 3) System.exit(i);
        }
    }
}
