//! The evidence of a run: truth vectors are those that `llvm-cov` counts when the emitted tests run natively, pairs are made of them, and
//! `trine explain`, `diff` and `check` answer from the folder.

use crate::support::{TestFolder, workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use trine_record::{DecisionRecord, FlowRecord, GoalKind, GoalRecord, GoalStatus};

/// A unit of `goals.json`.
#[derive(serde::Deserialize)]
struct Unit {
    function: String,
    goals: Vec<GoalRecord>,
    #[serde(default)]
    flow: FlowRecord,
}

/// Letters of the conditions in source order, and the outcome.
type Vectors = BTreeSet<(String, bool)>;
/// Where the first condition of a decision begins.
type Place = (String, u32, u32);

fn goals(folder: &TestFolder) -> Vec<Unit> {
    let text = std::fs::read_to_string(folder.0.join("out/goals.json")).expect("the run wrote its goals");
    serde_json::from_str(&text).expect("goals are read back")
}

fn run(name: &str, examples: &[&str], criterion: &str) -> TestFolder {
    let files: Vec<(String, Vec<u8>)> = examples
        .iter()
        .map(|example| {
            let text =
                std::fs::read(workspace().join("examples").join(example)).expect("the example is there");
            ((*example).to_owned(), text)
        })
        .collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
    let folder = TestFolder::new(name, &files);
    let mut arguments =
        vec!["c", "--criterion", criterion, "--budget", "2000evals", "--quiet", "--out", "out"];
    arguments.extend(examples);
    let output = folder.run(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// Positions of the conditions as they stand in the source.
fn source_order(decision: &DecisionRecord) -> Vec<usize> {
    let mut order: Vec<usize> = (0..decision.conditions.len()).collect();
    order.sort_by_key(|&at| decision.conditions[at].span.start);
    order
}

fn ours(units: &[Unit]) -> BTreeMap<Place, Vectors> {
    let mut all = BTreeMap::new();
    for decision in units.iter().flat_map(|unit| &unit.flow.decisions) {
        let order = source_order(decision);
        let first = &decision.conditions[order[0]].span;
        let letters = |values: &str| order.iter().map(|&at| char::from(values.as_bytes()[at])).collect();
        let vectors =
            decision.vectors.iter().map(|vector| (letters(&vector.values), vector.outcome)).collect();
        let name = Path::new(&first.file).file_name().unwrap().to_string_lossy().into_owned();
        all.insert((name, first.start.0, first.start.1), vectors);
    }
    all
}

/// The newest clang with its tools, by the ending of their names.
fn clang() -> String {
    let numbered = (18..=22).rev().map(|number| format!("-{number}"));
    let works = |ending: &String| {
        ["clang", "llvm-cov", "llvm-profdata"].iter().all(|tool| {
            Command::new(format!("{tool}{ending}"))
                .arg("--version")
                .output()
                .is_ok_and(|output| output.status.success())
        })
    };
    numbered.chain([String::new()]).find(works).expect("clang 18 or later with its coverage tools")
}

/// Compiles and runs `tests`, and reads the vectors that `llvm-cov` saw in the files `sources`.
fn natively(tests: &Path, programs: &[&str], sources: &[PathBuf]) -> BTreeMap<Place, Vectors> {
    let ending = clang();
    let done = |command: &mut Command| {
        let output = command.current_dir(tests).output().expect("the tool starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let flags = "CFLAGS=-g -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc";
    done(Command::new("make").arg(format!("CC=clang{ending}")).arg(flags).arg("all"));
    let mut merge = Command::new(format!("llvm-profdata{ending}"));
    merge.arg("merge").args(["-o", "all.profdata"]);
    for program in programs {
        let profile = format!("{program}.profraw");
        done(Command::new(format!("./{program}")).env("LLVM_PROFILE_FILE", &profile));
        merge.arg(profile);
    }
    done(&mut merge);
    let mut show = Command::new(format!("llvm-cov{ending}"));
    show.args(["show", "--show-mcdc", "--instr-profile=all.profdata"]).arg(programs[0]);
    show.args(programs[1..].iter().flat_map(|program| ["--object", program])).args(sources);
    executed(&done(&mut show))
}

/// The executed test vectors of the text that `llvm-cov show --show-mcdc` prints.
fn executed(text: &str) -> BTreeMap<Place, Vectors> {
    let mut all: BTreeMap<Place, Vectors> = BTreeMap::new();
    let (mut file, mut columns, mut order, mut first) = (String::new(), Vec::new(), Vec::new(), None);
    for line in text.lines() {
        if let Some(path) = line.strip_suffix(':').filter(|path| path.starts_with('/')) {
            file = Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
        } else if line.contains("MC/DC Decision Region") {
            (columns, first) = (Vec::new(), None);
        } else if let Some((_, place)) = line.split_once(" --> (").filter(|_| line.contains("Condition C")) {
            let (line, column) = place.trim_end_matches(')').split_once(':').expect("line and column");
            columns.push((line.parse::<u32>().unwrap(), column.parse::<u32>().unwrap()));
        } else if line.contains("Executed MC/DC Test Vectors") {
            order = (0..columns.len()).collect();
            order.sort_by_key(|&at| columns[at]);
            let (line, column) = columns[order[0]];
            let place = (file.clone(), line, column);
            all.entry(place.clone()).or_default();
            first = Some(place);
        } else if let (Some(place), Some((_, vector))) = (&first, line.split_once("{ ")) {
            let (letters, outcome) = vector.split_once('=').expect("a result");
            let letters: Vec<&str> = letters.split(',').map(str::trim).collect();
            let letters = order.iter().map(|&at| letters[at]).collect();
            all.entry(place.clone()).or_default().insert((letters, outcome.trim().starts_with('T')));
        }
    }
    all
}

#[test]
fn truth_vectors_are_those_that_llvm_cov_sees_natively() {
    let folder = run("evidence-vectors", &["controller.c", "triangle.c"], "mcdc");
    let ours = ours(&goals(&folder));
    assert!(ours.len() >= 8, "the examples have decisions: {ours:?}");
    let sources = ["controller.c", "triangle.c"].map(|name| folder.0.join(name));
    let theirs = natively(&folder.0.join("out/tests"), &["test_controller", "test_triangle"], &sources);
    for (place, vectors) in &ours {
        assert_eq!(Some(vectors), theirs.get(place), "{place:?}");
    }
}

#[test]
fn the_pair_of_a_goal_is_two_vectors_of_its_tests_and_walks_are_those_of_the_suite() {
    let folder = run("evidence-pairs", &["controller.c"], "mcdc");
    let mut pairs = 0;
    for unit in goals(&folder) {
        for goal in &unit.goals {
            let (GoalKind::Independence { decision, condition }, GoalStatus::Covered { tests }) =
                (goal.goal, &goal.status)
            else {
                continue;
            };
            let record = unit.flow.decisions.iter().find(|record| record.decision == decision).unwrap();
            let pair = record.pairs[condition as usize].masking.expect("a covered goal has its pair");
            let [a, b] = pair.map(|at| &record.vectors[at as usize]);
            let letter = |values: &str| values.as_bytes()[condition as usize];
            assert!(a.outcome && !b.outcome && letter(&a.values) != letter(&b.values), "{}", unit.function);
            for vector in [a, b] {
                assert!(vector.tests.iter().any(|test| tests.contains(test)), "{}: {goal:?}", unit.function);
            }
            pairs += 1;
        }
        // Every edge is taken by some test where every goal is covered.
        for graph in &unit.flow.graphs {
            assert_eq!(graph.taken().len(), graph.edges.len(), "{}", unit.function);
            assert_eq!(graph.entered().len(), graph.blocks.len(), "{}", unit.function);
        }
    }
    assert!(pairs >= 10, "{pairs}");
}

#[test]
fn a_folder_is_explained_compared_and_checked() {
    let folder = run("evidence-questions", &["triangle.c"], "branch");
    let text = |arguments: &[&str]| {
        let output = folder.run(arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), output)
    };
    let (code, shown, _) = text(&["explain", "--out", "out", "triangle_classify:0"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.starts_with("triangle_classify:0 ") && shown.contains("covered by"), "{shown}");
    let (code, _, output) = text(&["explain", "--out", "out", "nothing:7"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(code, Some(1));
    assert!(message.contains("names no goal") && message.contains("help: name a goal as"), "{message}");
    let (code, shown, _) = text(&["diff", "out", "out"]);
    assert_eq!((code, shown.lines().count()), (Some(0), 1), "{shown}");
    let (code, shown, _) = text(&["check", "out", "--at-least", "90"]);
    assert!(code == Some(0) && shown.starts_with("ok: "), "{shown}");
    let (code, _, output) = text(&["check", "out", "--at-least", "101"]);
    assert_eq!(code, Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    // A goal taken away is lost, and the share below what is asked for.
    let path = folder.0.join("out/goals.json");
    let all = std::fs::read_to_string(&path).unwrap();
    std::fs::create_dir_all(folder.0.join("less")).unwrap();
    for name in ["run.json", "suite.json"] {
        std::fs::copy(folder.0.join("out").join(name), folder.0.join("less").join(name)).unwrap();
    }
    let mut units: Vec<serde_json::Value> = serde_json::from_str(&all).unwrap();
    units[0]["goals"][0]["status"] = serde_json::json!({ "status": "unknown", "reason": "taken away" });
    std::fs::write(folder.0.join("less/goals.json"), serde_json::to_string(&units).unwrap()).unwrap();
    let (code, shown, _) = text(&["diff", "out", "less"]);
    assert!(code == Some(1) && shown.contains("taken away") && shown.contains("1 lost"), "{shown}");
}

#[test]
fn halves_of_a_pair_that_were_seen_apart_are_named_with_the_condition_in_their_way() {
    // `b != 77` is false only where `is_set` is true: no search finds the number that the mixing wants.
    let source = "static unsigned mix(unsigned x)\n{\n    for (int i = 0; i < 40; i++)\n        \
                  x = (x * 2654435761u) ^ (x >> 13) ^ (x << 7);\n    return x;\n}\n\
                  int f(int a, int b, unsigned y)\n{\n    int is_set = b == 77 && mix(y) != 0x1234567u;\n    \
                  if ((a > 0 && b != 77) || is_set)\n        return 1;\n    return 0;\n}\n";
    let folder = TestFolder::new("evidence-apart", &[("apart.c", source.as_bytes())]);
    let options = "c apart.c --function f --criterion mcdc --strategy search --budget 3000evals --seed 1 --out out \
                   --no-native --quiet";
    let output = folder.run(&options.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = folder.run(&["explain", "--out", "out"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("both values of the condition were seen, but no independence pair, in 3000 eval"),
        "{said}"
    );
    assert!(said.contains("in no pair: nearest come `T T – → T` of `"), "{said}");
    assert!(said.contains("and `T F T → T` of `"), "{said}");
    assert!(said.contains("in which `is_set` would have to be false"), "{said}");
}

#[test]
fn every_format_is_in_the_folder() {
    let folder = run("evidence-formats", &["triangle.c"], "branch");
    for name in
        ["cobertura.xml", "junit.xml", "traceability.csv", "evidence.md", "lcov.info", "report/index.html"]
    {
        let text = std::fs::read_to_string(folder.0.join("out").join(name)).expect(name);
        assert!(!text.is_empty(), "{name}");
    }
    let page = std::fs::read_to_string(folder.0.join("out/report/index.html")).unwrap();
    assert!(page.contains("<figure class=\"graph\"") && !page.contains("no files"));
}

/// Reads a file of the run and its schema, and says what does not fit.
const VALIDATE: &str = "
import json, sys
import jsonschema
schema, document = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.validate(document, schema)
";

#[test]
fn records_are_as_their_schemas_say() {
    let has_validator = Command::new("python3").args(["-c", "import jsonschema"]).output();
    if !has_validator.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no python3 with jsonschema here (scripts/setup.sh --tests installs it)");
        return;
    }
    for (name, criterion) in [("evidence-schemas-branch", "branch"), ("evidence-schemas-mcdc", "mcdc")] {
        let folder = run(name, &["calendar.c", "controller.c"], criterion);
        for record in ["run", "goals", "suite"] {
            let schema = workspace().join(format!("docs/schemas/{record}.schema.json"));
            let document = folder.0.join(format!("out/{record}.json"));
            let output =
                Command::new("python3").args(["-c", VALIDATE]).args([&schema, &document]).output().unwrap();
            assert!(output.status.success(), "{record}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn only_goals_on_lines_that_changed_count_where_that_is_asked_for() {
    let old = "int old_one(int a)\n{\n    if (a * a == 7)\n        return 1;\n    return 0;\n}\n";
    let place = TestFolder::new("check_changed", &[("a.c", old.as_bytes())]);
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@example.com"]).args(arguments);
        let output = command.current_dir(&place.0).output().expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "a.c"]);
    git(&["commit", "-q", "-m", "old"]);
    place.write(
        "a.c",
        format!("{old}int new_one(int b)\n{{\n    if (b > 3)\n        return 1;\n    return 0;\n}}\n"),
    );
    let run = [
        "c",
        "a.c",
        "--budget",
        "300evals",
        "--strategy",
        "search",
        "--no-native",
        "--out",
        "out",
        "--quiet",
    ];
    assert_eq!(place.run(&run).status.code(), Some(0));
    let check = |more: &[&str]| {
        let output = place.run(&[&["check", "out", "--at-least", "100"], more].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(check(&[]).0, Some(1), "the old function has a goal that nothing covers");
    let (code, said) = check(&["--changed-since", "HEAD"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("ok: 2 of 2 feasible branch goals on lines changed since HEAD covered"),
        "{said}"
    );

    // The lines of the goals are those of the text that was run.
    place.write("a.c", format!("/* later */\n{old}"));
    let output = place.run(&["check", "out", "--at-least", "0", "--changed-since", "HEAD"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("a.c changed since the run"), "{message}");
    assert!(
        message.contains("nothing was checked") && message.contains("run again: trine c a.c"),
        "{message}"
    );
    let output = place.run(&["explain", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning: a.c changed since the run"));
}
