//! `trine explain`: what is known of a goal, as text.
//!
//! Of a covered goal its tests, of an infeasible one the proof in numbered steps over source lines with what it takes for granted, of an
//! open one the reason, how near the tests came, what was tried, and what would help.

use crate::nearest::HowNear;
use crate::{Report, nearest, words};
use std::fmt::Write;
use trine_record::{GoalRecord, GoalStatus, UnitRecord};

/// The goals that `wanted` names: `FUNCTION:NUMBER`, `FUNCTION`, `FILE:LINE`, or nothing for all that are open.
#[must_use]
pub fn find<'a>(report: &Report<'a>, wanted: Option<&str>) -> Vec<(&'a UnitRecord, &'a GoalRecord)> {
    let all = report.units().flat_map(|(unit, goals)| goals.iter().map(move |goal| (unit, goal)));
    let Some(wanted) = wanted else {
        return all.filter(|(_, goal)| matches!(goal.status, GoalStatus::Unknown { .. })).collect();
    };
    let (name, number) = match wanted.rsplit_once(':') {
        Some((name, number)) => (name, number.trim_start_matches("goal").parse::<u32>().ok()),
        None => (wanted, None),
    };
    let is_file = |goal: &GoalRecord| goal.span.file == name || goal.span.file.ends_with(&format!("/{name}"));
    let is_meant = |(unit, goal): &(&UnitRecord, &GoalRecord)| match number {
        None => unit.function == wanted,
        Some(number) => {
            (unit.function == name && goal.id.0 == number) || (is_file(goal) && goal.span.start.0 == number)
        }
    };
    all.filter(is_meant).collect()
}

/// What is known of `goal`, of `unit`.
#[must_use]
pub fn goal(report: &Report<'_>, unit: &UnitRecord, goal: &GoalRecord) -> String {
    let mut text = format!(
        "{}:{}  {} at {}:{}: {} {}\n",
        unit.function,
        goal.id.0,
        words::kind(&goal.goal),
        goal.span.file,
        words::position(goal),
        words::subject(goal),
        words::asks(goal),
    );
    match &goal.status {
        GoalStatus::Covered { tests } => {
            let _ = writeln!(text, "  covered by {}", tests.join(" with "));
            for test in report.suite.tests.iter().filter(|test| tests.contains(&test.name)) {
                let _ = writeln!(text, "    {}", test.title);
            }
        }
        GoalStatus::Infeasible(proof) => {
            let _ = writeln!(text, "  infeasible: {proof}");
            for (number, step) in (1..).zip(crate::proof::steps(proof)) {
                let place = step.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                let _ = writeln!(text, "  {number}. {place}{}", step.says);
                if let Some(line) = step.line.and_then(|line| source(report, unit, line)) {
                    let _ = writeln!(text, "       {line}");
                }
            }
            for assumption in &proof.scope {
                let _ = writeln!(text, "  = holds {}", assumption.words());
            }
        }
        GoalStatus::Unknown { reason } => open(&mut text, unit, goal, reason),
    }
    text
}

fn open(text: &mut String, unit: &UnitRecord, goal: &GoalRecord, reason: &str) {
    let _ = writeln!(text, "  open: {reason}");
    if let Some(nearest) = nearest::nearest(unit, goal) {
        let _ = writeln!(text, "  = {}", nearest::sentence(nearest));
        for step in nearest::try_of(unit, nearest).map(nearest::steps).unwrap_or_default() {
            let _ = writeln!(text, "      {step}");
        }
    }
    if let Some(apart) = crate::vectors::apart_of(unit, goal) {
        let _ = writeln!(text, "  = {apart}");
    }
    for line in nearest::tried(unit, goal) {
        let _ = writeln!(text, "  = tried: {line}");
    }
    let _ = writeln!(text, "  = help: {}", help_with(unit, goal, reason));
}

fn source(report: &Report<'_>, unit: &UnitRecord, line: u32) -> Option<String> {
    let text = report.sources.get(&unit.file)?.lines().nth(line.checked_sub(1)? as usize)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

/// What helps where nothing else is known to.
const LARGER: &str =
    "a larger --budget; where that does not help, another --seed or a precondition that narrows the inputs";
/// What helps where nothing was run.
const STARVED: &str =
    "nothing was run: the budget was used before the first run began; give a larger --budget";

/// What helps where the goal lies behind another condition.
const NEARER_FIRST: &str = "the condition where the nearest test turns off comes first: a larger --budget, or a precondition in trine.toml that \
     leads there";
/// What helps where the nearest test ends before the goal.
const LET_GO_ON: &str = "look at why the nearest test ends there: a precondition or a stub in trine.toml may let it go on; else a larger \
     --budget";

/// The same of code that no preconditions and stubs are written for.
const NEARER_FIRST_JAVA: &str = "the condition where the nearest test turns off comes first: a larger --budget, --strategy hybrid, or a test \
     of your own that leads there, given with --seeds";
const LET_GO_ON_JAVA: &str = "look at why the nearest test ends there: a larger --budget, or a test of your own that gets past it, given \
     with --seeds";
const LARGER_JAVA: &str = "a larger --budget; where that does not help, --strategy hybrid, another --seed, or tests of your own with --seeds";
/// What helps where nothing can make what a call takes.
const MAKERS: &str =
    "put a class that makes it on the class path, or give a test of your own that does with --seeds";

/// What would help with `goal` of `unit`, which is open for `reason`.
#[must_use]
pub fn help_with(unit: &UnitRecord, goal: &GoalRecord, reason: &str) -> &'static str {
    match (help(reason), HowNear::of(unit, goal)) {
        (LARGER, _) if unit.evaluations == 0 => STARVED,
        (LARGER, HowNear::BehindOthers) if is_java(unit) => NEARER_FIRST_JAVA,
        (LARGER, HowNear::Ended | HowNear::NotCalled) if is_java(unit) => LET_GO_ON_JAVA,
        (LARGER, _) if is_java(unit) => LARGER_JAVA,
        (LARGER, HowNear::BehindOthers) => NEARER_FIRST,
        (LARGER, HowNear::Ended) => LET_GO_ON,
        (help, _) => help,
    }
}

fn is_java(unit: &UnitRecord) -> bool {
    unit.file.ends_with(".java")
}

/// What would help with goals that are open for `reason`.
#[must_use]
pub fn help(reason: &str) -> &'static str {
    let any = |parts: &[&str]| parts.iter().any(|part| reason.contains(part));
    if any(&["crash the code"]) {
        "mend what crashes, or state in trine.toml what callers guarantee"
    } else if any(&["assumption"]) {
        "look at the assumptions: no input that they allow was found to come there"
    } else if any(&["dropped"]) {
        "look at the reason: the test did not hold natively"
    } else if any(&["limit of the tool", "unsupported"]) {
        "exclude what is not supported with --exclude, or replace it by a stub in trine.toml"
    } else if any(&["interrupted"]) {
        "start the run again: it goes on where it was stopped"
    } else if any(&["depend on addresses"]) {
        "initialize what the function reads"
    } else if any(&["nothing gives a test an object"]) {
        "give the class a constructor or a factory that its package may use, or test the class that makes its objects"
    } else if any(&["which it takes"]) {
        MAKERS
    } else if any(&["not on the paths"]) {
        "choose more paths with --max-paths"
    } else if any(&["cannot be written as a source", "do not hold"]) {
        "a test covers it, and cannot be kept: look at what it depends on"
    } else {
        LARGER
    }
}
