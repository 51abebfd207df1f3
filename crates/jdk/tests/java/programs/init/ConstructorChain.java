/** Constructors call each other; the blocks run once. */
public class ConstructorChain {
    static class P {
        int n; String log = "";
        { log += "block "; }
        P() { this(5); log += "P() "; }
        P(int n) { this(n, "x"); log += "P(int) "; }
        P(int n, String s) { this.n = n; log += "P(int,String) " + s + " "; }
    }

    public static void main(String[] args) throws Exception {
        P p = new P();
        System.out.println(p.n + " " + p.log);
        System.out.println(new P(7).log);
        System.out.println(new P(7, "y").log);
    }
}
