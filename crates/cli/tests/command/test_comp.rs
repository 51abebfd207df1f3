//! Benchmark programs: suites in the exchange format are well-formed and cover natively what is claimed, tasks
//! of every kind run, malformed ones are refused in sentences.

use crate::support::{TRINE, finish_within, fresh_folder, workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);
/// Small enough for every run of the tests, large enough for the examples below.
const BUDGET: &str = "20000evals";

fn trine(arguments: &[&str], folder: &Path) -> Output {
    trine_within(BUDGET, arguments, folder)
}

fn trine_within(budget: &str, arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(TRINE);
    command.args(["c", "--framework", "test-comp", "--budget", budget]).args(arguments);
    command.current_dir(folder).env("SOURCE_DATE_EPOCH", "951782400");
    finish_within(&mut command, LIMIT).expect("the command ends")
}

/// A run of an example: its record and the files of its suite.
struct Run {
    record: serde_json::Value,
    suite: BTreeMap<String, String>,
}

fn run(example: &str, property: &str) -> Run {
    run_within(BUDGET, example, property)
}

fn run_within(budget: &str, example: &str, property: &str) -> Run {
    let root = workspace().join("examples");
    let out = fresh_folder(&format!("test_comp/{}_{property}_{budget}", example.replace(['/', '.'], "_")));
    let property = format!("testcomp/{property}.prp");
    let out_text = out.to_string_lossy().into_owned();
    let output = trine_within(budget, &[example, "--property", &property, "--out", &out_text], &root);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{example}: {said}");
    let text = fs::read_to_string(out.join("run.json")).expect("the run wrote its record");
    let record = serde_json::from_str(&text).expect("records are JSON");
    let mut suite = BTreeMap::new();
    for entry in fs::read_dir(out.join("test-suite")).expect("the run wrote its suite").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        suite.insert(name, fs::read_to_string(entry.path()).expect("the suite can be read"));
    }
    Run { record, suite }
}

impl Run {
    fn count(&self, name: &str) -> u64 {
        self.record["units"][0]["goals"][name].as_u64().expect("counts are numbers")
    }

    /// Judge and native run must agree that what is claimed is covered.
    fn is_confirmed(&self) {
        let native = &self.record["native"];
        assert_eq!(native["tests"], native["passed"], "{native}");
        assert_eq!(native["disagreements"].as_array().map(Vec::len), Some(0), "{native}");
        assert!(native["branches"][1].as_u64() >= Some(self.count("covered")), "{native}");
    }

    fn is_well_formed(&self) {
        let tests = self.suite.keys().filter(|name| name.starts_with("test-")).count();
        assert_eq!(self.suite.len(), tests + 1, "test cases and metadata, nothing else");
        for (name, text) in &self.suite {
            match name.as_str() {
                "metadata.xml" => has_metadata(text),
                _ => is_test_case(text),
            }
        }
    }
}

/// Elements of an XML document of one level below its root: the root's tag, then tag and text of each.
fn elements(text: &str) -> (String, Vec<(String, String)>) {
    let rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    let (doctype, body) = rest.and_then(|rest| rest.split_once('\n')).expect("a declaration and a type");
    assert!(doctype.starts_with("<!DOCTYPE ") && doctype.ends_with(".dtd\">"), "{doctype}");
    let (root, body) = body.split_once('\n').expect("a root");
    let root = root.strip_prefix('<').and_then(|root| root.strip_suffix('>')).expect("a tag").to_owned();
    let name = root.split(' ').next().unwrap_or_default().to_owned();
    assert!(doctype.starts_with(&format!("<!DOCTYPE {name} PUBLIC ")), "the type is that of the root");
    let body = body.strip_suffix(&format!("</{name}>\n")).expect("the root is closed");
    let mut found = Vec::new();
    for line in body.lines() {
        let (tag, rest) =
            line.trim().strip_prefix('<').and_then(|line| line.split_once('>')).expect("an element");
        let closing = format!("</{}>", tag.split(' ').next().unwrap_or_default());
        let content = rest.strip_suffix(&closing).expect("an element on one line is closed there");
        assert!(!content.contains(['<', '>']), "text is escaped: {content}");
        found.push((tag.to_owned(), content.to_owned()));
    }
    (root, found)
}

fn has_metadata(text: &str) {
    let (root, found) = elements(text);
    assert_eq!(root, "test-metadata");
    let names: Vec<_> = found.iter().map(|(tag, _)| tag.as_str()).collect();
    let order = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    assert_eq!(names, order, "the document type is a sequence");
    assert_eq!(found[0].1, "C");
    assert!(found[4].1.len() == 64 && found[4].1.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(found[7].1, "2000-02-29T00:00:00Z", "the time is the one that was given");
}

fn is_test_case(text: &str) {
    let (root, found) = elements(text);
    assert!(root == "testcase" || root == "testcase coversError=\"true\"", "{root}");
    for (tag, value) in found {
        assert!(tag.starts_with("input type=\"") && tag.ends_with('"'), "{tag}");
        let is_number = value.parse::<f64>().is_ok();
        assert!(is_number, "validators read numbers in decimal: {value}");
    }
}

#[test]
fn branches_of_whole_programs_are_covered_and_confirmed() {
    // What is open: a comparison that never differs in `bit_count`, a failing `malloc` in `list_heap`.
    let expected = [
        ("loop_search", 10),
        ("float_root", 22),
        ("recursion", 22),
        ("assume_chain", 6),
        ("table_calls", 10),
    ];
    for (name, goals) in expected {
        let run = run(&format!("testcomp/{name}.yml"), "coverage-branches");
        assert_eq!((run.count("covered"), run.count("total")), (goals, goals), "{name}");
        run.is_confirmed();
        run.is_well_formed();
    }
}

#[test]
fn what_an_attempt_covers_at_once_does_not_wait_for_hard_queries() {
    let run = run_within("4000evals", "testcomp/float_root.yml", "coverage-branches");
    assert_eq!((run.count("covered"), run.count("total")), (22, 22), "queries about floats take all of it");
}

#[test]
fn a_call_of_reach_error_is_one_goal_and_its_test_says_so() {
    for name in ["gate_controller", "sorted_array", "assume_chain"] {
        let run = run(&format!("testcomp/{name}.yml"), "coverage-error-call");
        assert_eq!((run.count("covered"), run.count("total")), (1, 1), "{name}");
        run.is_confirmed();
        run.is_well_formed();
        let claims = run.suite.values().filter(|text| text.contains("<testcase coversError=\"true\">"));
        assert_eq!(claims.count(), 1, "{name}");
    }
}

#[test]
fn programs_for_klee_run_unchanged() {
    for (name, goals) in [("get_sign", 4), ("pattern", 30)] {
        let run = run(&format!("klee/{name}.c"), "coverage-branches");
        assert_eq!((run.count("covered"), run.count("total")), (goals, goals), "{name}");
        run.is_confirmed();
        run.is_well_formed();
    }
}

#[test]
fn the_same_seed_gives_the_same_suite() {
    let [first, second] = [(); 2].map(|()| run("testcomp/gate_controller.yml", "coverage-branches").suite);
    assert_eq!(first, second);
}

/// A folder with a task that is right but for what `change` does to its definition.
fn task(name: &str, definition: &str) -> PathBuf {
    let folder = fresh_folder(&format!("test_comp/bad/{name}"));
    let program =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 3; }\n";
    let properties = workspace().join("examples/testcomp");
    for (file, content) in [
        ("task.yml", definition.to_owned()),
        ("a.c", program.to_owned()),
        ("broken.c", "int main(void) { return }\n".to_owned()),
        ("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n".to_owned()),
        ("branches.prp", fs::read_to_string(properties.join("coverage-branches.prp")).expect("an example")),
        ("call.prp", fs::read_to_string(properties.join("coverage-error-call.prp")).expect("an example")),
    ] {
        fs::write(folder.join(file), content).expect("a fresh folder can be written");
    }
    folder
}

#[test]
fn malformed_tasks_are_refused_with_what_is_wrong_with_them() {
    let good = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: branches.prp\n";
    let cases = [
        ("no_version", good.replace("format_version", "version"), "no `format_version`"),
        ("flow_style", good.replace("a.c", "[a.c]"), "line 2: `[` starts something that is not supported"),
        (
            "missing_input",
            good.replace("a.c", "gone.c"),
            "there is no file gone.c, an input file of task.yml",
        ),
        ("missing_property", good.replace("branches", "gone"), "cannot read the property gone.prp"),
        (
            "other_property",
            good.replace("branches", "unreach"),
            "none of its properties asks for coverage: unreach.prp",
        ),
        ("uncompilable", good.replace("a.c", "broken.c"), "does not compile"),
        ("no_error", good.replace("branches", "call"), "the program never names `reach_error`"),
        (
            "version_3",
            good.replace("'2.0'", "\"3.0\""),
            "format_version 3.0 is not known: there are 1.0, 2.0 and 2.1",
        ),
        ("version_list", good.replace(" '2.0'", "\n  - '2.0'"), "format_version is a list or a mapping"),
        (
            "options_of_1",
            format!("{}options:\n  data_model: ILP32\n", good.replace("'2.0'", "\"1.0\"")),
            "`options` needs format_version 2.0, and this is 1.0",
        ),
        ("data_model", format!("{good}options:\n  data_model: ILP16\n"), "data_model ILP16 is not known"),
    ];
    for (name, definition, message) in cases {
        let output = trine(&["task.yml"], &task(name, &definition));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.starts_with("error: ") && said.contains(message), "{name}: {said}");
        assert!(said.contains("\n  = note: "), "{name}: {said}");
    }
    for (name, definition) in [("good", good.to_owned()), ("good_1", good.replace("'2.0'", "\"1.0\""))] {
        let output = trine(&["task.yml"], &task(name, &definition));
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// What a run of a task of `examples/testcomp/tasks` with `strategy` counts: covered, infeasible, total.
fn counts(task: &str, strategy: &str, budget: &str) -> (u64, u64, u64) {
    let root = workspace().join("examples/testcomp/tasks");
    let out = fresh_folder(&format!("test_comp/{task}_{strategy}"));
    let mut command = Command::new(TRINE);
    command.args(["c", "--framework", "test-comp", "--property", "coverage-branches.prp", "--no-native"]);
    command.args(["--budget", budget, "--strategy", strategy, "--out"]).arg(&out).arg(format!("{task}.c"));
    let output = finish_within(command.current_dir(&root), LIMIT).expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{task}: {}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(out.join("run.json")).expect("the run wrote its record");
    let record: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
    let goals = &record["units"][0]["goals"];
    let [covered, infeasible, total] =
        ["covered", "infeasible", "total"].map(|name| goals[name].as_u64().expect("counts are numbers"));
    (covered, infeasible, total)
}

#[test]
fn hybrid_solves_whole_programs_as_symbolic_execution_does() {
    // Search alone stays at 8 of 12 and 11 of 12 with the same budget.
    assert_eq!(counts("assume_bits", "hybrid", BUDGET), (11, 1, 12));
    assert_eq!(counts("states_lock", "hybrid", BUDGET), (12, 0, 12));
}

#[test]
fn inputs_grow_under_symbolic_execution() {
    // A door that opens at the ninth byte, and a protocol that asks for more words than the first shape has.
    for strategy in ["dse", "hybrid"] {
        assert_eq!(counts("stream_password", strategy, BUDGET), (6, 0, 6), "{strategy}");
        assert_eq!(counts("states_commands", strategy, BUDGET), (16, 0, 16), "{strategy}");
    }
}

#[test]
fn what_no_path_of_a_program_reaches_is_infeasible_and_nothing_else() {
    assert_eq!(counts("assume_date", "hybrid", BUDGET), (36, 4, 40));
    assert_eq!(counts("array_ring", "dse", BUDGET), (9, 1, 10));
    // Not all paths fit into the budget, and each goal but one is covered in the end: nothing may be called infeasible.
    for budget in ["200evals", "600evals"] {
        assert_eq!(counts("stream_brackets", "hybrid", budget).1, 0, "{budget}");
        assert_eq!(counts("stream_six_states", "dse", budget).1, 0, "{budget}");
    }
}
