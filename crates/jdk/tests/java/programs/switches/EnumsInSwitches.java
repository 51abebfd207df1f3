/** Switches over constants, with a default and without. */
public class EnumsInSwitches {
    enum Op { ADD, SUB, MUL, NOP }
    static int run(Op op, int a, int b) { switch (op) { case MUL: return a * b; case ADD: return a + b; case SUB: b = -b; default: return a + b * 100; } }

    public static void main(String[] args) throws Exception {
        for (Op op : Op.values()) System.out.print((run(op, 7, 3) + " "));
        System.out.println("");
        Op none = null;
        try { switch (none) { case ADD: System.out.println("add"); } } catch (NullPointerException e) { System.out.println("null"); }
    }
}
