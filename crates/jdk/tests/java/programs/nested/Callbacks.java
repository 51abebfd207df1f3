import java.util.*;

/** An event source with listeners of several kinds. */
public class Callbacks {
    interface Listener { void on(String event); }
    static class Source { private final List<Listener> all = new ArrayList<>(); void add(Listener l) { all.add(l); } void fire(String e) { for (Listener l : all) l.on(e); } }
    private final StringBuilder log = new StringBuilder();
    private void direct(String e) { log.append("direct ").append(e).append(';'); }
    private class Inner implements Listener { public void on(String e) { log.append("inner ").append(e).append(';'); direct("from inner"); } }

    public static void main(String[] args) throws Exception {
        Callbacks c = new Callbacks();
        Source s = new Source();
        s.add(c::direct);
        s.add(c.new Inner());
        s.add(new Listener() { int n; public void on(String e) { c.log.append("anonymous ").append(++n).append(';'); } });
        s.fire("a"); s.fire("b");
        System.out.println(c.log);
    }
}
