//! Tests over compiled classes, explored path by path: which results a method can be made to give by its arguments alone.

mod common;

use common::{Compiled, compiled};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use trine_dse::Progress;
use trine_dse::searchers::FirstInFirstOut;
use trine_dse_jvm::{LeafSolver, PathExploration, Request, Scope, Seen, Subject};
use trine_harness_jvm::Stage;
use trine_sequences::draft::Draft;
use trine_testcase::objects::{
    Action, ClassApi, ClassUse, Ended, Operand, Primitive, Sequence, StepId, TypeUse,
};

/// A compiled class `Subject`, and a machine over it.
struct Fixture {
    stage: Stage,
    api: Arc<ClassApi>,
    solver: LeafSolver,
    seen: Seen,
    mismatches: Vec<Sequence>,
    runs: usize,
}

impl Fixture {
    fn new(name: &str, source: &str) -> Self {
        let Compiled { mut stage, api, constants, methods } = compiled(&format!("paths-{name}"), source);
        let solver = LeafSolver::new(stage.parts().1, methods, &constants);
        Self { stage, api, solver, seen: Seen::default(), mismatches: Vec::new(), runs: 0 }
    }

    fn run(&mut self, sequence: &Sequence) -> (Ended, Vec<u64>) {
        self.seen.begin();
        self.runs += 1;
        self.stage.reset();
        let run = self.stage.run(sequence, &mut self.seen);
        (run.ended, run.values)
    }

    /// The results of the last step that are found from `first` on, with at most `most` runs; exceptions by their class.
    fn results(&mut self, first: Sequence, most: usize) -> BTreeSet<String> {
        let mut results = BTreeSet::new();
        let mut waiting = VecDeque::from([(first, None)]);
        while let Some((sequence, edge)) = waiting.pop_front() {
            if self.runs >= most {
                break;
            }
            let (ended, values) = self.run(&sequence);
            if edge.is_some_and(|edge| !self.seen.was_taken(edge)) {
                self.mismatches.push(sequence.clone());
            }
            results.insert(match ended {
                Ended::Returned => (*values.last().unwrap() as u32 as i32).to_string(),
                Ended::Threw { class, .. } => class.rsplit('/').next().unwrap().to_owned(),
                other => panic!("{other:?}"),
            });
            let solutions =
                self.solver.solve(&mut self.stage, &sequence, &self.seen, &Request::patient(8)).solutions;
            waiting.extend(solutions.into_iter().map(|solution| (solution.sequence, solution.edge)));
        }
        results
    }

    fn writer(&self) -> Writer {
        Writer { api: Arc::clone(&self.api), draft: Draft::default() }
    }

    /// Explores a call of a static method with these arguments.
    fn explore(&mut self, method: &str, args: &[&str], most: usize) -> BTreeSet<String> {
        let mut writer = self.writer();
        writer.call(method, None, args);
        self.results(writer.draft.finish(), most)
    }

    fn finds(&mut self, method: &str, args: &[&str], most: usize, wanted: &[&str]) {
        let found = self.explore(method, args, most);
        for wanted in wanted {
            let statistics = self.solver.statistics;
            assert!(found.contains(*wanted), "{method}: {wanted} is not among {found:?}; {statistics:?}");
        }
    }
}

/// A sequence being written.
struct Writer {
    api: Arc<ClassApi>,
    draft: Draft,
}

impl Writer {
    fn operand(&mut self, text: &str, ty: &TypeUse) -> Operand {
        if let Some(text) = text.strip_prefix('"') {
            let units: Vec<u16> = text.trim_end_matches('"').encode_utf16().collect();
            return self.draft.text("", &units);
        }
        if let Some(step) = text.strip_prefix('s') {
            return Operand::Step(StepId(step.parse().unwrap()));
        }
        let (primitive, boxed) = match ty {
            TypeUse::Primitive(primitive) => (*primitive, false),
            _ => (Primitive::Int, true),
        };
        let kind = primitive.leaf_kind();
        let bits = match primitive {
            Primitive::Double => u128::from(text.parse::<f64>().unwrap().to_bits()),
            Primitive::Float => u128::from(text.parse::<f32>().unwrap().to_bits()),
            _ => kind.from_int(text.parse().unwrap()),
        };
        let leaf = self.draft.leaf(kind, "", bits);
        if boxed { Operand::Boxed(primitive, leaf) } else { Operand::Leaf(leaf) }
    }

    fn call(&mut self, name: &str, on: Option<StepId>, args: &[&str]) -> StepId {
        let api = Arc::clone(&self.api);
        let found = api
            .members
            .iter_enumerated()
            .find(|(_, member)| member.name == name && api.classes[member.class].name == "Subject");
        let (id, member) = found.unwrap_or_else(|| panic!("{name}"));
        let types: Vec<TypeUse> = member.parameters.iter().map(|parameter| parameter.ty.clone()).collect();
        let args: Vec<Operand> = args.iter().zip(&types).map(|(text, ty)| self.operand(text, ty)).collect();
        if name == "<init>" {
            let ty = Some(TypeUse::Class(ClassUse::plain("Subject")));
            return self.draft.push(Action::New { constructor: id, outer: None, args }, ty);
        }
        let ty = member.result.clone();
        self.draft.push(Action::Call { method: id, receiver: on.map(Operand::Step), args }, ty)
    }
}

const NUMBERS: &str = r#"
public class Subject {
    private long total; private int[] slots = new int[4]; private Integer kept;
    public Subject(byte start) { total = start; }
    public void add(short by, char mark) { total += by * 3L; slots[1] = mark; kept = (int) total; }
    public int state(boolean strict) {
        if (strict && kept * 7 == 77770) return slots[1] == 'q' ? 3 : 2;
        return total == -1 ? 1 : 0;
    }
    public static int triangle(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || b + c <= a || a + c <= b) return 0;
        if (a == b && b == c) return 3;
        return a == b || b == c || a == c ? 2 : 1;
    }
    public static int real(double x, float y) {
        if (x * 2.0 + 1.0 == 124.5) return 1;
        return y > 1000.5f && y < 1000.75f ? 2 : 0;
    }
    public static int implicit(int index, int divisor) {
        int[] array = new int[3];
        try { array[index] = 7; } catch (ArrayIndexOutOfBoundsException e) { return -1; }
        try { return 100 / divisor; } catch (ArithmeticException e) { return -2; }
    }
    public static int kind(int day) {
        switch (day) { case 7: case 1: return 1; case 1000: return 2; case -40: return 3; default: return 0; }
    }
    public static int boxes(Integer boxed) { Object held = boxed; return (Integer) held == 123456 ? 1 : 0; }
    public static int length(int n) { return new byte[n].length == 37 ? 1 : 0; }
}
"#;

#[test]
fn numbers_are_solved_for_wherever_they_flow() {
    let mut fixture = Fixture::new("numbers", NUMBERS);
    fixture.finds("triangle", &["0", "0", "0"], 200, &["0", "1", "2", "3"]);
    fixture.runs = 0;
    fixture.finds("real", &["0", "0"], 60, &["0", "1", "2"]);
    fixture.runs = 0;
    fixture.finds("implicit", &["0", "1"], 40, &["-1", "-2", "100"]);
    fixture.runs = 0;
    fixture.finds("kind", &["5"], 40, &["0", "1", "2", "3"]);
    fixture.runs = 0;
    fixture.finds("boxes", &["5"], 40, &["0", "1"]);
    fixture.runs = 0;
    fixture.finds("length", &["5"], 40, &["0", "1", "NegativeArraySizeException"]);
    assert!(fixture.mismatches.is_empty(), "{:?}", fixture.mismatches);
}

#[test]
fn terms_live_through_fields_arrays_and_wrappers_of_a_whole_test() {
    let mut fixture = Fixture::new("state", NUMBERS);
    let mut writer = fixture.writer();
    let subject = writer.call("<init>", None, &["1"]);
    writer.call("add", Some(subject), &["2", "65"]);
    writer.call("state", Some(subject), &["0"]);
    let found = fixture.results(writer.draft.finish(), 60);
    let expected: BTreeSet<String> = ["0", "1", "2", "3"].map(str::to_owned).into();
    assert_eq!(found, expected);
}

const STRINGS: &str = r#"
public class Subject {
    public static int equal(String s) { return s.equals("harbour") ? 1 : 0; }
    public static int prefix(String s) {
        if (!s.startsWith("id:")) return 0;
        if (!s.endsWith(".x")) return 1;
        return s.contains("42") ? 3 : 2;
    }
    public static int chars(String s) {
        int digits = 0;
        for (int i = 0; i < s.length(); i++) if (Character.isDigit(s.charAt(i))) digits++;
        return digits;
    }
    public static int choose(String s) {
        switch (s) { case "north": return 1; case "south": return 2; case "up": return 3; default: return 0; }
    }
    public static int parse(String s) { return Integer.parseInt(s) == -207 ? 1 : 0; }
    public static int built(String s, int n) { return ("<" + s + n + ">").equals("<ab7>") ? 1 : 0; }
    public static int hash(String s) { return s.hashCode() == 3105 ? 1 : 0; }
    public static int builder(char a, char b) {
        StringBuilder text = new StringBuilder();
        text.append(a).append(b);
        return text.toString().equals("ok") ? 1 : 0;
    }
}
"#;

#[test]
fn strings_grow_shrink_and_change_as_their_conditions_say() {
    let mut fixture = Fixture::new("strings", STRINGS);
    for (method, args, most, wanted) in [
        ("equal", &["\"a\""][..], 10, &["0", "1"][..]),
        ("prefix", &["\"\""], 20, &["0", "1", "2", "3"]),
        ("chars", &["\"abc\""], 60, &["0", "1", "2", "3"]),
        ("choose", &["\"a\""], 40, &["0", "1", "2", "3"]),
        ("builder", &["120", "121"], 20, &["0", "1"]),
        ("built", &["\"x\"", "1"], 120, &["0", "1"]),
        ("hash", &["\"xy\""], 40, &["0", "1"]),
        ("parse", &["\"1\""], 200, &["0", "1", "NumberFormatException"]),
    ] {
        fixture.runs = 0;
        fixture.finds(method, args, most, wanted);
        eprintln!("{method}: {} runs, {:?}", fixture.runs, fixture.solver.statistics);
    }
}

/// An object whose constructor refuses negative numbers, and a method that looks for one all the same.
const GUARDED: &str = "public class Subject {
    private final int level;
    public Subject(int level) {
        if (level < 0) throw new IllegalArgumentException();
        this.level = level;
    }
    public int run(int limit) {
        if (level < 0) return -1;
        if (level > limit) return limit > 100 ? 2 : 1;
        return 0;
    }
}";

/// The same with eight numbers that the constructor wants above zero, beside one that it takes as it is.
const GUARDED_ELEMENTS: &str = "public class Subject {
    private final int free;
    private final int[] levels;
    public Subject(int free, int a, int b, int c, int d, int e, int f, int g, int h) {
        this.free = free;
        levels = new int[] {a, b, c, d, e, f, g, h};
        for (int level : levels) if (level <= 0) throw new IllegalArgumentException();
    }
    public int run() {
        int bad = 0;
        for (int level : levels) if (level < 0) bad++;
        if (bad > 0) return -1;
        return free < 0 ? 1 : 0;
    }
}";

/// Attempts until both results of the last call were seen, and all that there are.
fn attempts_for_both(fixture: &mut Fixture, searcher: &str, seed: u64) -> (usize, usize) {
    let mut writer = fixture.writer();
    let object = writer.call("<init>", None, &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    writer.call("run", Some(object), &[]);
    let sequence = writer.draft.finish();
    let subject = Subject { sequence: &sequence, method: "Subject.run()I", unit: None };
    let searcher = trine_dse::searchers::by_name(searcher, &trine_base::Stream::new(seed, "test")).unwrap();
    let mut exploration = PathExploration::new(
        &mut fixture.stage,
        subject,
        Scope::LastCall,
        searcher,
        trine_solver::Limits::default(),
    );
    let (mut attempts, mut until_both) = (0, None);
    while exploration.step() != Progress::Finished {
        attempts += 1;
        if exploration.visited().len() == 2 {
            until_both.get_or_insert(attempts);
        }
    }
    (until_both.expect("both results"), attempts)
}

#[test]
fn what_contradicts_all_that_an_object_kept_to_comes_last_and_still_comes() {
    let mut fixture = Fixture::new("guarded-elements", GUARDED_ELEMENTS);
    let mut total = |searcher: &str| -> usize {
        let mut of_seed = |seed| {
            let (until_both, all) = attempts_for_both(&mut fixture, searcher, seed);
            assert_eq!(all, 9, "{searcher}, seed {seed}");
            until_both
        };
        (1..=20).map(&mut of_seed).sum()
    };
    let (published, with_invariants) = (total("knn-failures"), total("knn-invariants"));
    assert!(2 * with_invariants < published, "{with_invariants} and {published} attempts");
}

/// Results of the last call by path, runs that did not come to it, and whether no path is left.
fn explored(scope: Scope) -> (BTreeSet<i32>, usize, u64, bool) {
    let mut fixture = Fixture::new("guarded", GUARDED);
    let mut writer = fixture.writer();
    let object = writer.call("<init>", None, &["7"]);
    writer.call("run", Some(object), &["50"]);
    let sequence = writer.draft.finish();
    let subject = Subject { sequence: &sequence, method: "Subject.run(I)I", unit: None };
    let searcher = Box::new(FirstInFirstOut::default());
    let mut exploration =
        PathExploration::new(&mut fixture.stage, subject, scope, searcher, trine_solver::Limits::default());
    let attempts = (0..50).take_while(|_| exploration.step() != Progress::Finished).count();
    assert!(attempts < 50, "it does not end");
    let results = exploration.visited().values().map(|visited| visited.value as u32 as i32).collect();
    let paths = exploration.visited().len();
    (results, paths, exploration.runs_elsewhere(), exploration.is_exhausted())
}

#[test]
fn all_paths_of_the_last_call_are_taken_and_what_the_constructor_forbids_is_refuted() {
    let (results, paths, _, is_exhausted) = explored(Scope::Whole);
    assert_eq!((results, paths, is_exhausted), (BTreeSet::from([0, 1, 2]), 3, true));
}

#[test]
fn paths_that_begin_in_the_last_call_do_not_know_what_the_constructor_forbids() {
    let (results, paths, elsewhere, _) = explored(Scope::LastCall);
    assert_eq!((results, paths), (BTreeSet::from([0, 1, 2]), 3));
    assert!(elsewhere > 0, "a model for a negative level ends in the constructor");
}
