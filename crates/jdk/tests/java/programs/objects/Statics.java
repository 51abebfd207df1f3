/** Statics through references that are null, and counters shared by all objects. */
public class Statics {
    static int made; final int number = ++made;
    static String hi() { return "hi " + made; }

    public static void main(String[] args) throws Exception {
        Statics none = null;
        System.out.println(none.hi() + " " + none.made);
        Statics[] all = {new Statics(), new Statics(), new Statics()};
        System.out.println(all[2].number + " " + all[0].made + " " + none.hi());
    }
}
