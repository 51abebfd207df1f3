/** A stack machine that runs a loop. */
public class Interpreter {
    enum Op { PUSH, ADD, MUL, DUP, SWAP, DEC, JNZ, POP }

    public static void main(String[] args) throws Exception {
        int[][] code = {{Op.PUSH.ordinal(), 1}, {Op.PUSH.ordinal(), 10}, {Op.DUP.ordinal(), 0}, {Op.PUSH.ordinal(), 0}, {Op.ADD.ordinal(), 0}, {Op.SWAP.ordinal(), 0}, {Op.DEC.ordinal(), 0}, {Op.DUP.ordinal(), 0}, {Op.JNZ.ordinal(), 2}, {Op.POP.ordinal(), 0}};
        int[] stack = new int[64];
        int sp = 0, steps = 0;
        for (int pc = 0; pc < code.length; pc++, steps++) {
            switch (Op.values()[code[pc][0]]) {
                case PUSH: stack[sp++] = code[pc][1]; break;
                case ADD: sp--; stack[sp - 1] += stack[sp]; break;
                case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
                case DUP: stack[sp] = stack[sp - 1]; sp++; break;
                case SWAP: int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break;
                case DEC: stack[sp - 1]--; break;
                case JNZ: if (stack[--sp] != 0 && steps < 60) pc = code[pc][1] - 1; break;
                case POP: sp--; break;
            }
        }
        System.out.println(sp + " " + steps + " " + stack[0] + " " + stack[1]);
    }
}
