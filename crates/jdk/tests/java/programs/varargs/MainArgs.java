/** The arguments of main are an array that is never null. */
public class MainArgs {
    public static void main(String[] args) throws Exception {
        System.out.println(args.length + " " + (args != null) + " " + String.join(",", args));
    }
}
