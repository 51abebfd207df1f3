/** The exit of a program from inside of a closure. */
public class ExitFromLambda {
    public static void main(String[] args) throws Exception {
        Runnable r = () -> System.exit(7);
        System.out.println("run");
        r.run();
        System.out.println("not reached");
    }
}
