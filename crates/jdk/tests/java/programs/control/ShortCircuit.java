/** && and || leave out what does not matter, & and | do not. */
public class ShortCircuit {
    static int calls;
    static boolean yes() { calls++; return true; }
    static boolean no() { calls += 10; return false; }

    public static void main(String[] args) throws Exception {
        boolean r = no() && yes() || yes() && !no();
        System.out.println(r + " " + calls);
        r = no() & yes() | yes() & !no();
        System.out.println(r + " " + calls);
        r ^= true;
        r |= yes();
        System.out.println(r + " " + calls + " " + (r ? no() ? 1 : 2 : 3) + " " + calls);
        boolean x = false;
        if (x = true) System.out.println("assigned");
    }
}
