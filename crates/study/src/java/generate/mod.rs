//! Random Java programs that always end and print the same under every correct implementation.
//!
//! A program is one class with types of its own (an interface with a default method, an abstract class, subclasses, a
//! generic box, an enumeration, records and a sealed hierarchy where the release has them), static methods that call
//! only those before them, and a `main` that calls each and prints what comes back: a value, or the exception. Loops
//! take from a common supply of fuel, so that every program ends. Nothing printed depends on addresses, hash seeds or
//! clocks.

mod expressions;
mod statements;
mod types;

use std::fmt::Write;
use trine_base::Stream;
use types::{Type, Variable};

/// What stands in front of every program's methods.
const PRELUDE: &str = "
    static int fuel;
    static long check;
    static boolean go() { return fuel-- > 0; }
    static String show(Throwable t) {
        // The text of a null pointer exception depends on names of variables.
        if (t instanceof NullPointerException) return \"null pointer\";
        return t.getClass().getName() + \": \" + t.getMessage();
    }
    static String cut(String s) { return s != null && s.length() > 100 ? s.substring(0, 100) : s; }
    static void note(Object o) { check = check * 31 + (o == null ? 7 : o.toString().hashCode()); }

    interface Shape { int size(int by); default String title() { return \"shape \" + size(1); } }
    static abstract class Base implements Shape {
        protected int count; final String name;
        Base(String name) { this.name = name; count = start(); }
        int start() { return 1; }
        public int size(int by) { return count += by; }
        @Override public String toString() { return name + count; }
    }
    static class Cube extends Base {
        long edge = 3;
        Cube(long edge) { super(\"cube\"); this.edge ^= edge; }
        @Override int start() { return 10 + (int) edge; }
        @Override public int size(int by) { return super.size(by) * (int) edge; }
    }
    static final class Ball extends Cube {
        static int made;
        Ball(int n) { super(n + made++); count -= n; }
        @Override public int size(int by) { if (by == 13) throw new IllegalStateException(\"ball \" + by); return super.size(-by) + made; }
        @Override public String title() { return \"ball/\" + super.title(); }
    }
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        T value;
        Box(T value) { this.value = value; }
        T best(T other) { return value.compareTo(other) >= 0 ? value : other; }
        @Override public int compareTo(Box<T> other) { return value.compareTo(other.value); }
        @Override public String toString() { return \"[\" + value + \"]\"; }
    }
    enum Color {
        RED, GREEN { @Override int weight() { return 100; } }, BLUE;
        int weight() { return ordinal() * 7; }
        Color next() { return values()[(ordinal() + 1) % values().length]; }
    }
    static class Fault extends RuntimeException { final int code; Fault(int code) { super(\"fault \" + code); this.code = code; } }
";

/// Records and sealed types, where the release has them.
const PRELUDE_17: &str = "
    record Pair(int a, String b, double c) { Pair { if (a == 77) throw new Fault(a); } int sum() { return a + (int) c; } }
    sealed interface Node permits Leaf, Fork, Tag { }
    record Leaf(int value) implements Node { }
    record Fork(Node left, Node right) implements Node { }
    record Tag(String text, Node inner) implements Node { }
    static Node tree(int depth, int n) {
        if (depth <= 0) return new Leaf(n);
        if (n % 3 == 0) return new Tag(\"t\" + n, tree(depth - 1, n / 2));
        return new Fork(tree(depth - 1, n + 1), tree(depth - 1, n * 3));
    }
    static int nodes(Node n) {
        return n instanceof Fork f ? 1 + nodes(f.left()) + nodes(f.right()) : n instanceof Tag t ? 1 + nodes(t.inner()) : 1;
    }
    static Node small(Node n) { return nodes(n) > 50 ? new Leaf(50) : n; }
    static int weigh(Node n) {
        if (n instanceof Leaf l) return l.value();
        if (n instanceof Fork f && f.left() instanceof Leaf l) return l.value() - weigh(f.right());
        if (n instanceof Fork f) return weigh(f.left()) * 3 + weigh(f.right());
        return n instanceof Tag t ? t.text().length() + weigh(t.inner()) : 0;
    }
";

/// Switches over patterns.
const PRELUDE_21: &str = "
    static String describe(Object o) {
        return switch (o) {
            case null -> \"none\";
            case Leaf(int v) when v > 1000 -> \"big leaf\";
            case Leaf(int v) -> \"leaf \" + v;
            case Fork(Leaf(int a), Leaf(int b)) -> \"twig \" + (a ^ b);
            case Fork(var l, Tag(String t, var inner)) when !t.isEmpty() -> t + describe(l) + describe(inner);
            case Fork f -> \"(\" + describe(f.left()) + \" \" + describe(f.right()) + \")\";
            case Tag(String t, Node n) -> t + \":\" + describe(n);
            case Integer i when i < 0 -> \"minus \" + -i;
            case Integer i -> \"int \" + i;
            case String s -> \"text \" + s.length();
            case Color.RED -> \"red\";
            case Color c -> c.next().name();
            case int[] a -> \"ints \" + a.length;
            default -> o.getClass().getSimpleName();
        };
    }
";

/// A static method of the program.
#[derive(Clone, Debug)]
struct Method {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

/// Writes one program.
struct Generator {
    random: Stream,
    release: u32,
    out: String,
    indent: usize,
    variables: Vec<Variable>,
    methods: Vec<Method>,
    /// Names given so far.
    names: usize,
    /// Statements that a method may still have.
    room: usize,
    /// Labels of the loops around.
    labels: Vec<String>,
    /// Inside of a closure only final variables are seen, and nothing is assigned.
    in_closure: bool,
}

/// The program `name` for class files of `release`, decided by `seed`.
pub fn program(name: &str, release: u32, seed: u64) -> String {
    let mut generator = Generator {
        random: Stream::new(seed, name),
        release,
        out: String::new(),
        indent: 1,
        variables: Vec::new(),
        methods: Vec::new(),
        names: 0,
        room: 0,
        labels: Vec::new(),
        in_closure: false,
    };
    generator.class(name);
    generator.out
}

impl Generator {
    fn class(&mut self, name: &str) {
        self.out = format!("import java.util.*;\nimport java.util.function.*;\n\npublic class {name} {{");
        self.out.push_str(PRELUDE);
        if self.release >= 17 {
            self.out.push_str(PRELUDE_17);
        }
        if self.release >= 21 {
            self.out.push_str(PRELUDE_21);
        }
        for _ in 0..4 + self.random.position(4) {
            self.method();
        }
        self.main();
        self.out.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.indent));
    }

    /// Writes `text {`, what `body` writes, and `}`.
    fn braced(&mut self, text: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
        let visible = self.variables.len();
        body(self);
        self.variables.truncate(visible);
        self.indent -= 1;
        self.line("}");
    }

    fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.random.position(all.len())]
    }

    fn method(&mut self) {
        let types = Type::all(self.release);
        let parameters: Vec<Type> = (0..1 + self.random.position(3)).map(|_| *self.pick(&types)).collect();
        let method = Method { name: self.fresh('m'), parameters, result: *self.pick(&types) };
        self.variables = Vec::new();
        let mut list = Vec::new();
        for &ty in &method.parameters {
            let name = self.fresh('p');
            let is_final = self.chance(40);
            list.push(format!("{}{} {name}", if is_final { "final " } else { "" }, ty.name()));
            self.variables.push(Variable { name, ty, is_final });
        }
        let is_synchronized = if self.chance(10) { "synchronized " } else { "" };
        let head =
            format!("static {is_synchronized}{} {}({})", method.result.name(), method.name, list.join(", "));
        self.room = 6 + self.random.position(14);
        self.out.push('\n');
        self.braced(&head, |this| {
            this.block(3);
            let result = this.expression(method.result, 3);
            this.line(&format!("return {result};"));
        });
        self.methods.push(method);
    }

    fn main(&mut self) {
        self.out.push('\n');
        let methods = self.methods.clone();
        self.variables = Vec::new();
        self.braced("public static void main(String[] args)", |this| {
            for method in &methods {
                for _ in 0..3 {
                    this.line("fuel = 300;");
                    let call = this.call(method, 1);
                    this.braced("try", |this| {
                        let result = types::printed(method.result, &call);
                        this.line(&format!("System.out.println(\"{} \" + {result});", method.name));
                    });
                    let name = this.fresh('e');
                    this.braced(&format!("catch (RuntimeException | StackOverflowError {name})"), |this| {
                        this.line(&format!("System.out.println(\"{} \" + show({name}));", method.name));
                    });
                }
            }
            this.line("System.out.println(check + \" \" + Ball.made);");
        });
    }

    /// A call of `method` with arguments of its own.
    fn call(&mut self, method: &Method, depth: usize) -> String {
        let arguments: Vec<String> = method.parameters.iter().map(|&ty| self.expression(ty, depth)).collect();
        format!("{}({})", method.name, arguments.join(", "))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_seed_gives_one_program_and_others_give_others() {
        assert_eq!(super::program("G1", 21, 5), super::program("G1", 21, 5));
        assert_ne!(super::program("G1", 21, 5), super::program("G1", 21, 6));
        assert!(!super::program("G1", 8, 5).contains("record "));
    }
}
