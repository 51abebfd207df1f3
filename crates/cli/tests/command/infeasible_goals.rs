//! What is proved infeasible is confirmed: the functions of small filetests are run natively on all their inputs, and
//! `llvm-cov` must not have seen what no input is said to cover.
//!
//! Taken are filetests whose functions have parameters of narrow integer types alone, 24 bits together at most. The
//! driver is generated from the signature; a function that does not survive all of its inputs is left out. Masking
//! MC/DC allows every pair that `llvm-cov`'s rule allows, so that a pair proved infeasible is one it cannot see.

use crate::support::{TRINE, clangs, finish_within, fresh_folder, on_all_cores};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use trine_filetests::{Case, Outcome, cases_folder};
use trine_native::clang::SourceFile;
use trine_native::clang::{
    Confirmation, Executable, FunctionCoverage, Limits, NativeSuite, TestVerdict, Toolchain,
};
use trine_record::{GoalKind, GoalRecord, GoalStatus, Proof};

/// Bits of input up to which all are run: 16.8 million calls.
const BITS: u32 = 24;
/// Infeasible goals that must be confirmed at least; fewer, and the test has lost its subject.
const LEAST: usize = 20;

/// A function whose inputs can be enumerated.
struct Small {
    name: String,
    /// As it stands in the file, without body.
    signature: String,
    /// Types of the parameters with their widths.
    params: Vec<(&'static str, u32)>,
}

/// The width of a narrow integer type.
fn width(ty: &str) -> Option<(&'static str, u32)> {
    Some(match ty {
        "bool" | "_Bool" => ("_Bool", 1),
        "char" => ("char", 8),
        "signed char" | "int8_t" => ("signed char", 8),
        "unsigned char" | "uint8_t" => ("unsigned char", 8),
        "short" | "int16_t" => ("short", 16),
        "unsigned short" | "uint16_t" => ("unsigned short", 16),
        _ => return None,
    })
}

/// The entry function `name` of `case`, if all its inputs can be enumerated.
fn small(case: &Case, name: &str) -> Option<Small> {
    let opening = format!("{name}(");
    let line =
        case.lines.iter().find(|line| line.contains(&opening) && !line.starts_with([' ', '/', '*']))?;
    let signature = line.split("//~").next()?.trim_end().trim_end_matches('{').trim_end();
    let params = signature.split_once(&opening)?.1.strip_suffix(')')?;
    if signature.starts_with("static") || signature.contains("_Bool ") && signature.starts_with("bool") {
        return None;
    }
    let of_param = |param: &str| width(param.trim().rsplit_once(' ')?.0.trim());
    let params: Vec<_> = params.split(',').map(of_param).collect::<Option<_>>()?;
    let bits: u32 = params.iter().map(|(_, bits)| bits).sum();
    (bits <= BITS).then(|| Small { name: name.to_owned(), signature: signature.to_owned(), params })
}

/// A program that calls `small` with all its inputs.
fn driver(small: &Small) -> String {
    let bits: u32 = small.params.iter().map(|(_, bits)| bits).sum();
    let mut arguments = Vec::new();
    let mut at = 0;
    for (ty, width) in &small.params {
        arguments.push(format!("({ty})((n >> {at}) & {}ul)", (1u64 << width) - 1));
        at += width;
    }
    let signature = small.signature.replace("bool ", "_Bool ");
    format!(
        "#include <stdint.h>\n#include <stdio.h>\n{signature};\nint main(void)\n{{\n    \
         for (unsigned long n = 0; n < {}ul; n++)\n        (void){}({});\n    \
         puts(\"1..1\\nok 1 - all\");\n    return 0;\n}}\n",
        1u64 << bits,
        small.name,
        arguments.join(", ")
    )
}

/// What `llvm-cov` counted when all inputs were run; `None` when the program did not get to its end.
fn enumerate(toolchain: &Toolchain, case: &Case, small: &Small) -> Option<FunctionCoverage> {
    let source = |path: &Path, measured| SourceFile {
        path: path.to_owned(),
        flags: vec!["-std=gnu17".to_owned()],
        measured,
        ..SourceFile::default()
    };
    let program = Executable {
        name: "all".to_owned(),
        sources: vec![source(Path::new("driver.c"), false), source(&case.path, true)],
        tests: vec!["all".to_owned()],
    };
    let suite = NativeSuite {
        files: BTreeMap::from([("driver.c".to_owned(), driver(small))]),
        programs: vec![program],
        link_flags: vec!["-lm".to_owned()],
        ..NativeSuite::default()
    };
    let minute = Duration::from_secs(60);
    let limits = Limits { test: minute, program: minute, ..Limits::default() };
    let seen = Confirmation::run(toolchain, &suite, limits).expect("the tools are there");
    if seen.tests.iter().any(|test| test.verdict != TestVerdict::Passed) {
        return None;
    }
    seen.functions.into_iter().find(|function| function.name == small.name)
}

/// Whether some input covered `goal`; `None` where `llvm-cov` does not count it.
fn was_covered(goal: &GoalRecord, seen: &FunctionCoverage) -> Option<bool> {
    match goal.goal {
        GoalKind::Condition { outcome, .. } => {
            let branch = seen
                .branches
                .iter()
                .find(|branch| branch.range.start == goal.span.start && branch.range.end == goal.span.end)?;
            Some(if outcome { branch.taken > 0 } else { branch.not_taken > 0 })
        }
        GoalKind::Independence { condition, .. } => {
            let holds = |range: &trine_native::clang::SourceRange| {
                range.start <= goal.span.start && goal.span.end <= range.end
            };
            let decision = seen.mcdc.iter().find(|decision| holds(&decision.range))?;
            decision.covered.get(condition as usize).copied()
        }
        GoalKind::Statement { .. }
        | GoalKind::Decision { .. }
        | GoalKind::Branch { .. }
        | GoalKind::Exception { .. } => None,
    }
}

/// What was counted.
#[derive(Default)]
struct Count {
    confirmed: usize,
    not_counted: usize,
    wrong: Vec<String>,
}

/// Looks for infeasible goals that were covered all the same.
fn refute(goals: &[GoalRecord], seen: &FunctionCoverage, count: &mut Count) {
    for goal in goals.iter().filter(|goal| goal.status.is_infeasible()) {
        match was_covered(goal, seen) {
            Some(true) => count.wrong.push(format!("{:?} at {:?}: {:?}", goal.goal, goal.span, goal.status)),
            Some(false) => count.confirmed += 1,
            None => count.not_counted += 1,
        }
    }
}

fn goals_of(case: &Case, strategy: &str, clang: &Path) -> Vec<(String, Vec<GoalRecord>)> {
    let name = format!("infeasible-{}-{strategy}", case.name.replace('/', "-"));
    let folder = fresh_folder(&name);
    let mut command = Command::new(TRINE);
    command.arg("c").arg(&case.path).args(["--criterion", "mcdc", "--strategy", strategy, "--quiet"]);
    command.args(["--no-native", "--jobs", "1", "--budget", "4000evals", "--function"]).args(&case.entry);
    command.arg("--out").arg(&folder).env("TRINE_CLANG", clang);
    let limit = Duration::from_secs(120);
    finish_within(&mut command, limit).unwrap_or_else(|| panic!("{} does not end", case.name));
    let outcome = Outcome::read(&folder).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    outcome.units.into_iter().map(|unit| (unit.function, unit.goals)).collect()
}

#[test]
fn no_input_covers_what_was_proved_infeasible() {
    let (_, clang) = clangs().remove(0);
    let toolchain = Toolchain::at(&clang).expect("a toolchain");
    let cases = Case::read_all(&cases_folder()).unwrap_or_else(|error| panic!("{error}"));
    let cases: Vec<(Case, Vec<Small>)> = cases
        .into_iter()
        .filter(|case| case.settings.is_none())
        .map(|case| {
            let smalls = case.entry.iter().filter_map(|name| small(&case, name)).collect();
            (case, smalls)
        })
        .filter(|(_, smalls): &(Case, Vec<Small>)| !smalls.is_empty())
        .collect();
    let counts = on_all_cores(&cases, |(case, smalls)| {
        let mut count = Count::default();
        let mut functions = 0;
        let runs = ["dse", "hybrid", "search"].map(|strategy| goals_of(case, strategy, &clang));
        for small in smalls {
            let Some(seen) = enumerate(&toolchain, case, small) else { continue };
            functions += 1;
            for (_, goals) in runs.iter().flatten().filter(|(function, _)| *function == small.name) {
                refute(goals, &seen, &mut count);
                assert!(
                    a_planted_proof_is_noticed(goals, &seen),
                    "{}: a wrong proof of {} was not noticed",
                    case.name,
                    small.name
                );
            }
        }
        (functions, count)
    });
    let functions: usize = counts.iter().map(|(functions, _)| functions).sum();
    let confirmed: usize = counts.iter().map(|(_, count)| count.confirmed).sum();
    let not_counted: usize = counts.iter().map(|(_, count)| count.not_counted).sum();
    let mut wrong = String::new();
    for (_, count) in &counts {
        count.wrong.iter().for_each(|what| {
            let _ = writeln!(wrong, "  {what}");
        });
    }
    eprintln!(
        "infeasible goals: {confirmed} confirmed on all inputs of {functions} functions, {not_counted} that llvm-cov does not count"
    );
    assert!(wrong.is_empty(), "proved infeasible, and covered:\n{wrong}");
    assert!(confirmed >= LEAST, "only {confirmed} infeasible goals were confirmed");
}

/// Whether the check fails when a goal that was covered is said to be infeasible. Functions without such a goal pass.
fn a_planted_proof_is_noticed(goals: &[GoalRecord], seen: &FunctionCoverage) -> bool {
    let covered = goals.iter().find(|goal| was_covered(goal, seen) == Some(true));
    covered.is_none_or(|goal| {
        let mut planted = goal.clone();
        planted.status = GoalStatus::Infeasible(Proof::stated("planted"));
        let mut count = Count::default();
        refute(&[planted], seen, &mut count);
        count.wrong.len() == 1
    })
}
