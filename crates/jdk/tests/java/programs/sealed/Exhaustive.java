// release 21
/** Expression trees evaluated and simplified. */
public class Exhaustive {
    sealed interface Expr { }
    record Num(int v) implements Expr { }
    record Add(Expr l, Expr r) implements Expr { }
    record Mul(Expr l, Expr r) implements Expr { }
    record Neg(Expr e) implements Expr { }
    static int eval(Expr e) { return switch (e) { case Num n -> n.v(); case Add(Expr l, Expr r) -> eval(l) + eval(r); case Mul(Expr l, Expr r) -> eval(l) * eval(r); case Neg(Num(int v)) -> -v; case Neg(Expr x) -> -eval(x); }; }
    static Expr simplify(Expr e) { return switch (e) { case Mul(Num(int v), Expr r) when v == 0 -> new Num(0); case Mul(Num(int v), Expr r) when v == 1 -> simplify(r); case Add(Num(int v), Expr r) when v == 0 -> simplify(r); case Neg(Neg(Expr x)) -> simplify(x); case Add(Expr l, Expr r) -> new Add(simplify(l), simplify(r)); case Mul(Expr l, Expr r) -> new Mul(simplify(l), simplify(r)); default -> e; }; }

    public static void main(String[] args) throws Exception {
        Expr e = new Add(new Num(0), new Mul(new Num(1), new Neg(new Neg(new Add(new Num(3), new Num(4))))));
        System.out.println(eval(e) + " " + simplify(e) + " " + eval(new Neg(new Mul(new Num(2), new Num(5)))));
    }
}
