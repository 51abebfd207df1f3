//! Decisions rebuilt from bytecode against the expressions they were compiled from: for every input, the conditions evaluated, their
//! values and the outcome are those of the expression, evaluated here; and so are the independence pairs.
//!
//! All trees of `&&` and `||` with two to four conditions, negations, and `?:`, each in one of many places of a program. Where `ECJ_JAR` names the
//! compiler of Eclipse, the same is asked of what it writes.

#[allow(dead_code, reason = "sequences are the matter of another test")]
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use trine_coverage::Vector;
use trine_coverage::independence::{all_vectors, is_pair};
use trine_fixtures::java;
use trine_frontend_jvm::cover::{Condition, Criterion, Decision, UnitCover};
use trine_frontend_jvm::{ClassFile, Found, Jdk};
use trine_harness_jvm::{Evaluations, GoalObserver, WantedVector};
use trine_ir::FuncId;
use trine_jdk::Launcher;
use trine_machine::{BranchEvent, Concrete, Observer};
use trine_record::McdcVariant;

/// A boolean expression; leaves are numbered in the order of the source.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Leaf(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}
use Expr::{And, If, Leaf, Not, Or};

impl Expr {
    fn leaves(&self) -> usize {
        match self {
            Leaf(_) => 1,
            Not(a) => a.leaves(),
            And(a, b) | Or(a, b) => a.leaves() + b.leaves(),
            If(a, b, c) => a.leaves() + b.leaves() + c.leaves(),
        }
    }

    /// Java's meaning: the value, and the leaves evaluated.
    fn evaluate(&self, values: u32, evaluated: &mut u32) -> bool {
        match self {
            Leaf(n) => {
                *evaluated |= 1 << n;
                values >> n & 1 != 0
            }
            Not(a) => !a.evaluate(values, evaluated),
            And(a, b) => a.evaluate(values, evaluated) && b.evaluate(values, evaluated),
            Or(a, b) => a.evaluate(values, evaluated) || b.evaluate(values, evaluated),
            If(a, b, c) => match a.evaluate(values, evaluated) {
                true => b.evaluate(values, evaluated),
                false => c.evaluate(values, evaluated),
            },
        }
    }

    fn value(&self, values: u32) -> bool {
        self.evaluate(values, &mut 0)
    }

    /// The source, with leaves of one of several kinds.
    fn source(&self, kind: usize) -> String {
        let sub = |expr: &Expr| expr.source(kind);
        match self {
            Leaf(n) => {
                let name = ["a", "b", "c", "d"][*n];
                match (kind + n) % 6 {
                    0 | 1 => name.to_owned(),
                    2 => format!("number({name}) > 0"),
                    3 => format!("object({name}) != null"),
                    4 => format!("same({name})"),
                    _ => format!("wide({name}) >= 1.5"),
                }
            }
            Not(a) => format!("!({})", sub(a)),
            And(a, b) => format!("({} && {})", sub(a), sub(b)),
            Or(a, b) => format!("({} || {})", sub(a), sub(b)),
            If(a, b, c) => format!("({} ? {} : {})", sub(a), sub(b), sub(c)),
        }
    }
}

/// All trees with these leaves.
fn trees(first: usize, count: usize) -> Vec<Expr> {
    if count == 1 {
        return vec![Leaf(first)];
    }
    let mut all = Vec::new();
    for left in 1..count {
        for a in trees(first, left) {
            for b in trees(first + left, count - left) {
                all.push(And(a.clone().into(), b.clone().into()));
                all.push(Or(a.clone().into(), b.into()));
            }
        }
    }
    all
}

fn expressions() -> Vec<Expr> {
    let mut all: Vec<Expr> = (2..=4).flat_map(|count| trees(0, count)).collect();
    let leaf = |n: usize| Box::new(Leaf(n));
    let not = |expr: Expr| Box::new(Not(expr.into()));
    all.extend([
        If(leaf(0), leaf(1), leaf(2)),
        And(Box::new(If(leaf(0), leaf(1), leaf(2))), leaf(3)),
        Or(leaf(0), Box::new(If(leaf(1), leaf(2), leaf(3)))),
        If(Box::new(And(leaf(0), leaf(1))), leaf(2), leaf(3)),
        If(leaf(0), Box::new(Or(leaf(1), leaf(2))), leaf(3)),
        If(leaf(0), leaf(1), Box::new(And(leaf(2), leaf(3)))),
        And(not(Leaf(0)), leaf(1)),
        Or(leaf(0), not(Leaf(1))),
        Not(And(leaf(0), leaf(1)).into()),
        Not(Or(leaf(0), not(And(leaf(1), leaf(2)))).into()),
        Or(not(And(leaf(0), leaf(1))), leaf(2)),
        And(not(Or(leaf(0), not(Leaf(1)))), Box::new(Or(not(Leaf(2)), leaf(3)))),
        Not(If(leaf(0), not(Leaf(1)), leaf(2)).into()),
    ]);
    all
}

/// Places of a program where an expression may stand; `E` is the expression. Each returns its value.
const PLACES: [&str; 22] = [
    "if (E) { return true; } return false;",
    "if (E) return true; else return false;",
    "return E;",
    "boolean x = E; return x;",
    "while (E) { return true; } return false;",
    "int n = 0; do { if (n++ > 0) { return true; } } while (E); return false;",
    "for (int i = 0; E; i++) { return true; } return false;",
    "try { assert E; return true; } catch (AssertionError e) { return false; }",
    "java.util.function.BooleanSupplier s = () -> E; return s.getAsBoolean();",
    "java.util.function.Supplier<String> s = () -> { if (E) return \"y\"; return \"n\"; }; return s.get() == \"y\";",
    "switch (number(a)) { case 0: return E; default: return E2; }",
    "return switch (number(a)) { case 0 -> E; default -> E2; };",
    "return same(E);",
    "int n = E ? 1 : 2; return n == 1;",
    "return (E) == same(true);",
    "String s = \"x\" + (E); return s.equals(\"xtrue\");",
    "boolean[] x = { false, E }; return x[1];",
    "if (number(a) < 9) {\n if (E) { return true; } }\n return false;",
    "int n = number(d); for (int i = 0; i < 2; i++) {\n if (E)\n { n += 10; continue; }\n n += 20; }\n return n < 30;",
    "boolean x;\n if (number(a) >= 0)\n { x = E; }\n else\n { x = false; }\n return x;",
    "try { number(a); } finally { if (E) { hit = true; } else { hit = false; } } return hit;",
    "synchronized (Cases.class) { if (E) { return true; } } return false;",
];

/// The place of the assertion.
const ASSERTION: usize = 7;

/// The places that make a value of an expression, and those that branch on it in which one with `?:` is put instead.
const VALUES: [usize; 9] = [2, 3, 8, 10, 11, 12, 14, 15, 16];

struct Case {
    expr: Expr,
    place: usize,
    source: String,
}

/// Each expression in several places, so that each place has many.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, expr) in expressions().into_iter().enumerate() {
        for turn in 0..4 {
            let place = (at * 5 + turn * 7) % PLACES.len();
            // A value of `?:` is chosen, not decided.
            let place = match &expr {
                If(..) if VALUES.contains(&place) || place == 19 => 0,
                _ => place,
            };
            let source = expr.source(at + turn);
            let body = PLACES[place].replace("E2", &source).replace('E', "\u{1}");
            let body = body.replace("Assertion\u{1}rror", "AssertionError").replace('\u{1}', &source);
            cases.push(Case { expr: expr.clone(), place, source: body });
        }
    }
    cases
}

/// The program, and the first line of each case.
fn program(cases: &[Case]) -> (String, Vec<usize>) {
    let mut text = String::from(
        "public class Cases {
    static boolean hit;
    static int number(boolean v) { return v ? 1 : 0; }
    static double wide(boolean v) { return v ? 2.5 : 0.5; }
    static Object object(boolean v) { return v ? \"\" : null; }
    static boolean same(boolean v) { return v; }
    public static void main(String[] args) {
        int bits = Integer.parseInt(args[1]);
        boolean a = (bits & 1) != 0; boolean b = (bits & 2) != 0; boolean c = (bits & 4) != 0; boolean d = (bits & 8) != 0;
        boolean value = false;
        switch (Integer.parseInt(args[0])) {\n",
    );
    for at in 0..cases.len() {
        writeln!(text, "            case {at}: value = case{at}(a, b, c, d); break;").unwrap();
    }
    text.push_str("            default: break;\n        }\n        System.out.print(value);\n    }\n");
    let mut lines = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let body = &case.source;
        lines.push(text.lines().count() + 1);
        writeln!(
            text,
            "    static boolean case{at}(boolean a, boolean b, boolean c, boolean d) {{\n{body}\n    }}"
        )
        .unwrap();
    }
    lines.push(text.lines().count() + 1);
    text.push_str("}\n");
    (text, lines)
}

struct Recorder(Evaluations);

impl Observer<Concrete> for Recorder {
    const REGIONS: bool = false;
    const STATE: bool = false;

    fn branch(&mut self, event: &BranchEvent<()>) {
        let BranchEvent { function, site, outcome, activation, .. } = event;
        let function: FuncId = *function;
        self.0.branch(function, activation.number, *site, *outcome);
    }
}

/// The values of leaves that a vector has, by its conditions in order; `flips` are the conditions that bytecode has the other way round.
fn leaves_of(vector: Vector, flips: u32) -> (u32, u32) {
    let evaluated = vector.evaluated as u32;
    (evaluated, (vector.values as u32 ^ flips) & evaluated)
}

fn check(folder: &Path, cases: &[Case]) {
    let (_, lines) = program(cases);
    let home = java::home();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "class"));
    files.sort();
    let class = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap().into();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        ClassFile::read(&name, Found { bytes, origin: name.clone(), module: None }).unwrap()
    };
    let classes: Vec<ClassFile> = files.iter().map(class).collect();
    let unit = Arc::new(UnitCover::new(&classes).unwrap());
    assert_eq!(
        unit.goals(Criterion::Mcdc).iter().filter(|goal| !goal.probes.is_empty()).count(),
        unit.goals(Criterion::Branch).len()
    );
    let jdk = Jdk::open(&home).unwrap();
    let probed = classes.iter().map(|class| class.name.clone());
    let mut launcher = Launcher::probing(jdk, &[folder.to_owned()], trine_jdk::config(), probed).unwrap();
    let mut recorder = Recorder(Evaluations::new(Arc::clone(launcher.program()), Arc::clone(&unit)));
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (at, case) in cases.iter().enumerate() {
        // By line: lambdas are methods of their own.
        let is_of = |decision: &Decision| {
            let line = decision.conditions[0].line.map_or(0, usize::from);
            lines[at] <= line && line < lines[at + 1]
        };
        let decisions: Vec<(u32, &Decision)> = (0u32..)
            .zip(unit.decisions())
            .filter(|(_, (_, decision))| is_of(decision))
            .map(|(number, (_, decision))| (number, decision))
            .collect();
        let whole: Vec<&(u32, &Decision)> = decisions
            .iter()
            .filter(|(_, decision)| decision.conditions.len() == case.expr.leaves())
            .collect();
        let twice = matches!(case.place, 10 | 11);
        if whole.len() != 1 + usize::from(twice) || decisions.len() != whole.len() {
            let found: Vec<Vec<&str>> = decisions
                .iter()
                .map(|(_, decision)| decision.conditions.iter().map(|of| of.text.as_str()).collect())
                .collect();
            wrong.push(format!("{}: decisions {found:?}", case.source));
            continue;
        }
        checked += 1;
        if let Err(what) = check_case(&mut launcher, &mut recorder, at, case, &whole) {
            wrong.push(format!("{}: {what}", case.source));
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(checked >= 200, "{checked}");
}

/// Runs a case with all inputs.
fn check_case(
    launcher: &mut Launcher,
    recorder: &mut Recorder,
    at: usize,
    case: &Case,
    decisions: &[&(u32, &Decision)],
) -> Result<(), String> {
    let count = case.expr.leaves();
    let flips = flips(decisions[0].1);
    let mut seen: Vec<Vector> = Vec::new();
    for inputs in 0..1u32 << count {
        let value = case.expr.value(inputs);
        let vectors: Vec<Vector> = if case.place == ASSERTION {
            // Assertions are off: what the shape says of the inputs.
            vec![walked(decisions[0].1, inputs ^ flips)]
        } else {
            recorder.0.clear();
            let args = [at.to_string(), inputs.to_string()];
            let outcome = launcher.run_observed("Cases", &args, &[], recorder).unwrap();
            if outcome.out != value.to_string().into_bytes() {
                return Err(format!("{inputs:b} gives {outcome:?}"));
            }
            decisions.iter().flat_map(|(number, _)| recorder.0.of(*number).iter().copied()).collect()
        };
        let [vector] = vectors[..] else {
            return Err(format!("{} evaluations for {inputs:b}: {vectors:?}", vectors.len()));
        };
        let mut evaluated = 0;
        case.expr.evaluate(inputs, &mut evaluated);
        if leaves_of(vector, flips) != (evaluated, inputs & evaluated) {
            return Err(format!("{vector:?} for {inputs:b}, evaluated are {evaluated:b}"));
        }
        if vector.outcome != value {
            return Err(format!("the outcome for {inputs:b} is {value}: {vector:?}"));
        }
        seen.push(vector);
    }
    check_pairs(case, decisions[0].1, flips, &seen)
}

/// The conditions whose text is the opposite of the leaf in the source: bytecode does not tell `!(a > 0)` from `a <= 0`.
fn flips(decision: &Decision) -> u32 {
    let is_opposite = |text: &str| [" <= 0", " == null", " < 1.5"].iter().any(|end| text.ends_with(end));
    let opposite = |(_, of): &(usize, &Condition)| is_opposite(&of.text);
    decision.conditions.iter().enumerate().filter(opposite).fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The evaluation that the shape of a decision gives for these values of its conditions.
fn walked(decision: &Decision, values: u32) -> Vector {
    let mut vector = Vector { evaluated: 0, values: 0, outcome: false };
    let mut next = Some(0u16);
    while let Some(position) = next {
        let value = values >> position & 1 != 0;
        vector = vector.with(&decision.shape, position, value);
        next = decision.shape.next[usize::from(position)][usize::from(!value)];
    }
    vector
}

/// Masking by definition: in both evaluations, the condition flipped alone flips the value, whatever those that were not evaluated have.
fn check_pairs(case: &Case, decision: &Decision, flips: u32, seen: &[Vector]) -> Result<(), String> {
    let count = case.expr.leaves();
    let decides = |vector: Vector, position: usize| {
        let (evaluated, values) = leaves_of(vector, flips);
        let agreeing = (0..1u32 << count).filter(|other| (other ^ values) & evaluated == 0);
        { agreeing }.any(|other| case.expr.value(other) != case.expr.value(other ^ 1 << position))
    };
    for &a in seen {
        for &b in seen {
            for position in 0..count {
                let bit = 1u64 << position;
                let differs = a.evaluated & b.evaluated & (a.values ^ b.values) & bit != 0;
                let expected =
                    differs && a.outcome != b.outcome && decides(a, position) && decides(b, position);
                let found = is_pair(&decision.shape, position as u16, McdcVariant::Masking, a, b);
                if found != expected {
                    return Err(format!("condition {position}: {a:?} and {b:?} are a pair: {found}"));
                }
            }
        }
    }
    Ok(())
}

fn folder(name: &str, cases: &[Case]) -> PathBuf {
    let folder = java::folder(&format!("decisions-{name}"));
    std::fs::write(folder.join("Cases.java"), program(cases).0).unwrap();
    folder
}

#[test]
fn decisions_rebuilt_from_bytecode_are_those_of_the_source() {
    let cases = cases();
    assert!(cases.len() >= 240);
    let folder = folder("javac", &cases);
    java::compile(&folder, &["--release", "17", "Cases.java"]);
    check(&folder, &cases);
}

#[test]
fn a_value_chosen_by_a_condition_is_no_decision_but_what_it_is_chosen_from_may_be() {
    let source = "class Chosen {
        static boolean f(boolean a, boolean b, boolean c, boolean d) { return a ? b && c : d; }
        static int g(int a, int b) { return a > 0 && b > 0 ? a : b; }
        static boolean h(int a, boolean b) { return (a > 0 && b) == (a < 9 || b); }
        static boolean i(int a, boolean b) { if (a > 0) return b; if (b) return true; return false; }
    }";
    let folder = java::compiled("decisions-chosen", "Chosen", source);
    let bytes = std::fs::read(folder.join("Chosen.class")).unwrap().into();
    let found = Found { bytes, origin: "Chosen.class".to_owned(), module: None };
    let unit = UnitCover::new(&[ClassFile::read("Chosen", found).unwrap()]).unwrap();
    let texts = |(_, decision): (_, &Decision)| {
        decision.conditions.iter().map(|condition| condition.text.clone()).collect::<Vec<_>>().join(" ")
    };
    let decisions: Vec<String> = unit.decisions().map(texts).collect();
    assert_eq!(decisions, ["b c", "a > 0 b > 0", "a > 0 b", "a < 9 b"]);
}

#[test]
fn a_way_through_a_decision_is_0_away_exactly_when_one_evaluation_goes_it() {
    let source = "public class Gate {
        static int f(int a, int b) { if (a > 100 && (b == 70 || a < 300)) { return 1; } return 0; }
        public static void main(String[] args) {
            for (int at = 0; at < args.length; at += 2) { f(Integer.parseInt(args[at]), Integer.parseInt(args[at + 1])); }
        }
    }";
    let folder = java::compiled("decisions-gate", "Gate", source);
    let bytes = std::fs::read(folder.join("Gate.class")).unwrap().into();
    let found = Found { bytes, origin: "Gate.class".to_owned(), module: None };
    let unit = Arc::new(UnitCover::new(&[ClassFile::read("Gate", found).unwrap()]).unwrap());
    let (number, shape) = (0u32..)
        .zip(unit.decisions())
        .find(|(_, (_, decision))| decision.conditions.len() == 3)
        .map(|(number, (_, decision))| (number, decision.shape.clone()))
        .unwrap();
    let all = all_vectors(&shape, 64);
    assert_eq!(all.len(), 4);
    let wanted: Arc<[WantedVector]> =
        all.iter().map(|&vector| WantedVector { decision: number, vector }).collect();
    let (jdk, probed) = (Jdk::open(&java::home()).unwrap(), ["Gate".to_owned()]);
    let mut launcher = Launcher::probing(jdk, &[folder], trine_jdk::config(), probed).unwrap();
    let none: Arc<[trine_frontend_jvm::cover::Goal]> = Arc::from([]);
    let mut observer = GoalObserver::with_vectors(launcher.parts().1, &unit, none, wanted);
    let mut run = |args: &str| -> Vec<f64> {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        observer.clear();
        launcher.run_observed("Gate", &args, &[], &mut observer).unwrap();
        let distances: Vec<f64> = (0..all.len()).map(|at| observer.distance(at)).collect();
        for (at, distance) in distances.iter().enumerate() {
            assert_eq!(*distance == 0.0, observer.is_covered(at), "{args:?} {at}");
        }
        distances
    };
    // a true, b not 70, a not below 300: false.
    let far = all.iter().position(|vector| vector.evaluated == 7 && !vector.outcome).unwrap();
    let distances: Vec<f64> =
        ["3 1", "90 1", "101 70", "101 71", "250 71", "299 71", "300 71"].map(|args| run(args)[far]).to_vec();
    assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    assert_eq!(distances[6], 0.0);
    // What two evaluations did is not what one did.
    assert!(run("101 71 300 70")[far] > 0.0);
}

#[test]
fn decisions_that_the_compiler_of_eclipse_wrote_are_those_of_the_source() {
    let Some(jar) = std::env::var_os("ECJ_JAR") else { return };
    let cases = cases();
    let folder = folder("ecj", &cases);
    let compiled = Command::new(java::home().join("bin/java"))
        .args(["-Xmx512m", "-jar"])
        .arg(jar)
        .args(["-g", "-17", "-nowarn", "-d", ".", "Cases.java"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    check(&folder, &cases);
}
