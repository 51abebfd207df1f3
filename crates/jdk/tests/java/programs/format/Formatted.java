// release 17
/** The format as a method of the text. */
public class Formatted {
    public static void main(String[] args) throws Exception {
        System.out.println("%d-%s".formatted(1, "x") + " " + "%05.1f".formatted(2.25));
    }
}
