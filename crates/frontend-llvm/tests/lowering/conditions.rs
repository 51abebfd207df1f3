//! Conditions and decisions against expectations written beside the C lines of `conditions.c`.
//!
//! ```text
//! //~ conditions 3, decisions 1          boolean conditions that start on this line (where a macro is used)
//! //~ cases 2                            labels of switches, the implicit default included
//! //~ folded 1 dead 2                    outcomes that are no goals, or that no execution takes
//! //~22 …                                only for clang 22
//! ```

use crate::support::{body, c_files, compile_file, unit, versions};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trine_frontend_llvm::load;
use trine_ir::{ConditionKind, Decision, Function, Outcome};

/// What is counted on a line, by its word in the comment.
type Counts = BTreeMap<(u32, &'static str), u32>;

const WORDS: [&str; 5] = ["conditions", "decisions", "cases", "folded", "dead"];

fn expected(source: &str, version: u32) -> Counts {
    let mut counts = Counts::new();
    for (line, text) in (1..).zip(source.lines()) {
        let general = text.split_once("//~ ").map(|(_, note)| note.split("//~").next().unwrap_or(note));
        let special = text.split_once(&format!("//~{version} ")).map(|(_, note)| note);
        let Some(note) = special.or(general) else { continue };
        let words: Vec<&str> = note.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        for pair in words.chunks(2) {
            let [word, count] = pair else { panic!("line {line}: {note}") };
            let word =
                WORDS.iter().find(|known| *known == word).unwrap_or_else(|| panic!("line {line}: {word}"));
            counts.insert((line, word), count.parse().expect("a number"));
        }
    }
    counts
}

fn found(function: &Function, counts: &mut Counts) {
    let coverage = &function.coverage;
    for condition in &coverage.conditions {
        let line = condition.expansion.unwrap_or(condition.span).start.line;
        let word = if condition.kind == ConditionKind::Boolean { "conditions" } else { "cases" };
        *counts.entry((line, word)).or_default() += 1;
        for outcome in &condition.outcomes {
            match outcome {
                Outcome::Taken(edges) => check_edges(function, edges),
                Outcome::Folded => *counts.entry((line, "folded")).or_default() += 1,
                Outcome::Dead => *counts.entry((line, "dead")).or_default() += 1,
                Outcome::Unmatched => panic!("{}, line {line}: an outcome is not matched", function.name),
            }
        }
    }
    for decision in &coverage.decisions {
        let line = decision.expansion.unwrap_or(decision.span).start.line;
        *counts.entry((line, "decisions")).or_default() += 1;
    }
}

/// Every way is an outcome of a site that the body still has.
fn check_edges(function: &Function, edges: &trine_ir::EdgeSet) {
    assert!(!edges.is_empty());
    for (site, outcome) in edges.iter() {
        assert!(outcome < function.sites[site].kind.outcomes());
        let here = |data: &&trine_ir::BlockData| data.terminator.site() == Some(site);
        assert!(function.blocks.iter().any(|data| here(&data)), "{}: {site} is gone", function.name);
    }
}

#[test]
fn conditions_and_decisions_are_those_written_beside_the_lines() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering/conditions.c");
    let source = std::fs::read_to_string(&path).expect("conditions.c");
    for version in versions() {
        let unit = load(vec![("conditions.ll".into(), compile_file(version, &path))]).expect("clang's text");
        let mut counts = Counts::new();
        for id in unit.program.callables.indices().filter(|id| unit.program.callables[*id].defined) {
            let function = unit.program.body(id).unwrap_or_else(|error| panic!("{error}"));
            found(function, &mut counts);
            check_regions(function);
        }
        let expected = expected(&source, version);
        let lines = counts.keys().chain(expected.keys());
        for key in lines {
            assert_eq!(counts.get(key), expected.get(key), "line {} {}, clang {version}", key.0, key.1);
        }
    }
}

/// Every living region is executed by some block.
fn check_regions(function: &Function) {
    for (id, region) in function.coverage.regions.iter_enumerated() {
        let somewhere = function.blocks.iter().any(|data| data.regions.contains(&id));
        assert!(region.dead != somewhere, "{}: {id} at {:?}", function.name, region.span.start);
    }
}

/// The decisions of each function that clang notes when they are evaluated.
fn noted(module: &str) -> BTreeMap<String, usize> {
    let (mut name, mut notes) = (String::new(), BTreeSet::new());
    for line in module.lines() {
        if line.starts_with("define ") {
            let symbol = line.split_once('@').and_then(|(_, rest)| rest.split_once('('));
            name = symbol.expect("a name").0.trim_matches('"').to_owned();
        } else if line.contains("call void @llvm.instrprof.mcdc.tvbitmap.update(") {
            // The operands before the last one say which decision it is.
            notes.insert((name.clone(), line.rsplit_once(", ptr").map(|(decision, _)| decision.to_owned())));
        }
    }
    let mut counts = BTreeMap::new();
    notes.into_iter().for_each(|(name, _)| *counts.entry(name).or_default() += 1);
    counts
}

#[test]
fn every_outcome_in_the_examples_and_filetests_is_matched() {
    for version in versions() {
        let files = c_files("../../examples").into_iter().chain(c_files("../filetests/cases/c"));
        for path in files.chain(c_files("src/covmap/tests/c")).chain(c_files("../llvm-text/tests/c")) {
            let text = compile_file(version, &path);
            let noted = noted(&text);
            let unit = load(vec![(path.display().to_string(), text)]).expect("clang's text");
            for id in unit.program.callables.indices() {
                if let Ok(function) = unit.program.body(id) {
                    found(function, &mut Counts::new());
                    // None is left out because its outcome cannot be told; but for those of constants.
                    let noted = noted.get(&function.name).copied().unwrap_or(0);
                    let decisions = function.coverage.decisions.len();
                    // Up to LLVM 19 the mapping does not say which constant ends a decision.
                    let of_constants = path.ends_with("covmap/tests/c/folded.c")
                        || version <= 19 && function.name == "folded";
                    assert!(
                        decisions >= noted || of_constants,
                        "{}: {}, clang {version}",
                        path.display(),
                        function.name
                    );
                }
            }
        }
    }
}

/// Positions of `decision`'s conditions in source order that are negated.
fn negated(source: &str, version: u32) -> Vec<Vec<usize>> {
    let unit = unit(version, &[source]);
    let function = body(&unit, "f");
    let of = |decision: &Decision| {
        let mut conditions: Vec<_> = decision.conditions.iter().zip(&decision.negated).collect();
        conditions.sort();
        let negated = conditions.iter().enumerate().filter(|(_, (_, negated))| **negated);
        negated.map(|(place, _)| place).collect()
    };
    function.coverage.decisions.iter().map(of).collect()
}

#[test]
fn conditions_below_an_odd_number_of_negated_groups_are_negated() {
    let check = |decision: &str, expected: &[&[usize]]| {
        for shape in
            ["return DECISION;", "if (DECISION) return 1; return 2;", "while (DECISION) c = g(c); return 0;"]
        {
            let statement = shape.replace("DECISION", decision);
            let source = format!("int g(int); int f(int a, int b, int c, int d) {{ {statement} }}");
            assert_eq!(negated(&source, 22), expected, "{source}");
        }
    };
    if !versions().contains(&22) {
        return;
    }
    check("a && b || c", &[&[]]);
    check("!(a && b) || c", &[&[0, 1]]);
    check("!(a || !b) && c", &[&[0, 1]]);
    // The outermost negation is not part of the decision.
    check("!(!(a && b) || c)", &[&[0, 1]]);
    check("a && !(b && !(c || d))", &[&[1]]);
    // Neither `a` nor `b` ends this one.
    check("(!(a || b) && c) || !(c && d)", &[&[3, 4]]);
    check("!!(a && b) || c", &[&[]]);
    check("!(a && 1) || c", &[&[0]]);
    check("c || !(a && 1)", &[&[1, 2]]);
    check("!(1 && a) || c", &[&[1]]);
    check("c && !(a || 0)", &[&[1, 2]]);
    check("1 && (a || b)", &[&[]]);
    check("a || b || 0", &[&[]]);
}
