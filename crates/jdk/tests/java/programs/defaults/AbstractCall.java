/** A method that is not there when it is called: classes that no longer fit. */
public class AbstractCall {
    interface Old { default String hi() { return "hi " + who(); } String who(); }
    enum Who implements Old { ME { public String who() { return "me"; } }, YOU { public String who() { return "you"; } @Override public String hi() { return super.hi().toUpperCase(); } } }

    public static void main(String[] args) throws Exception {
        for (Old w : Who.values()) System.out.println(w.hi());
    }
}
