//! Conditions and decisions against expectations written beside the C lines of `conditions.c`.
//!
//! ```text
//! //~ conditions 3, decisions 1          boolean conditions that start on this line (where a macro is used)
//! //~ cases 2                            labels of switches, the implicit default included
//! //~ folded 1 dead 2                    outcomes that are no goals, or that no execution takes
//! //~22 …                                only for clang 22
//! ```

use crate::support::{c_files, compile_file, versions};
use std::collections::BTreeMap;
use std::path::Path;
use trine_frontend_llvm::load;
use trine_ir::{ConditionKind, Function, Outcome};

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
                Outcome::Taken(ways) => check_ways(function, ways),
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
fn check_ways(function: &Function, ways: &[(trine_ir::SiteId, u32)]) {
    assert!(!ways.is_empty());
    for (site, outcome) in ways {
        assert!(*outcome < function.sites[*site].kind.outcomes());
        let here = |data: &&trine_ir::BlockData| data.terminator.site() == Some(*site);
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

#[test]
fn every_outcome_in_the_examples_and_filetests_is_matched() {
    for version in versions() {
        let files = c_files("../../examples").into_iter().chain(c_files("../filetests/cases/c"));
        for path in files.chain(c_files("src/covmap/tests/c")).chain(c_files("tests/c")) {
            let unit =
                load(vec![(path.display().to_string(), compile_file(version, &path))]).expect("clang's text");
            for id in unit.program.callables.indices() {
                if let Ok(function) = unit.program.body(id) {
                    found(function, &mut Counts::new());
                }
            }
        }
    }
}
