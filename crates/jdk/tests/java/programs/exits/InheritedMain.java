/** `main` is inherited; the class that was named is initialised before it runs. */
public class InheritedMain extends InheritedMainBase {
    static {
        System.out.println("initialised");
    }
}

class InheritedMainBase {
    static {
        System.out.println("base");
    }

    public static void main(String[] args) {
        System.out.println("main " + args.length);
        System.exit(3);
    }
}
