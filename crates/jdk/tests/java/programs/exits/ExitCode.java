/** A program ends with the code that it names; finally blocks do not run. */
public class ExitCode {
    public static void main(String[] args) throws Exception {
        try {
            System.out.println("before");
            System.exit(41);
        } finally {
            System.out.println("never");
        }
    }
}
