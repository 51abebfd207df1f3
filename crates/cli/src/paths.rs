//! Paths on the command line: `trine dump paths` lists them, `--path N` picks some, `trine dump cfg --path N` draws one.
//!
//! ```text
//! sign: 3 paths: 3 covered
//!   path 1  covered by test_sign_1 (a = -1), found by alternating variables in 3 evaluations
//!     line 3  site0=0  a < 0
//!   path 2 …
//! ```
//!
//! `siteS=O` are the labels of the edges that `trine dump cfg` draws.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use trine_campaign::c::loading::Loaded;
use trine_campaign::failure::Failure;
use trine_campaign::units::{context, tasks};
use trine_engine::{Options, PathwiseOptions, Strategy, UnitContext};
use trine_ir::Function;
use trine_record::{PathMeans, PathRecord, PathState, PathwiseRecord};

/// Of a longer path, the decisions shown: so many of the first and of the last.
const FIRST_STEPS: usize = 16;
const LAST_STEPS: usize = 4;
/// Inputs shown of a path.
const MAX_VALUES: usize = 8;

/// Appends the paths of the unit of `context`, each with what becomes of it within the budget.
pub fn list(out: &mut String, context: &UnitContext<'_>) {
    let options = Options { strategy: Strategy::Paths, ..context.options.clone() };
    let record = UnitContext { options: &options, ..*context }.run(&AtomicBool::new(false)).record;
    let Some(pathwise) = &record.pathwise else {
        let _ = writeln!(out, "; {}: no paths: the function cannot be called by a test\n", record.function);
        return;
    };
    let _ = writeln!(out, "{}: {}", record.function, pathwise.summary());
    for path in pathwise.paths.iter().filter(|path| is_chosen(context.options, path)) {
        one(out, path, &record.function);
    }
    out.push('\n');
}

fn is_chosen(options: &Options, path: &PathRecord) -> bool {
    options.pathwise.chosen.as_ref().is_none_or(|chosen| chosen.contains(&path.number))
}

/// Sites of `function` and the ways by which the chosen paths leave them; none when no path is chosen.
pub fn edges(context: &UnitContext<'_>, function: &Function) -> BTreeSet<(u32, u32)> {
    if context.options.pathwise.chosen.is_none() {
        return BTreeSet::new();
    }
    let Some(pathwise) = enumerated(context) else { return BTreeSet::new() };
    let chosen = pathwise.paths.iter().filter(|path| is_chosen(context.options, path));
    let steps = chosen.flat_map(|path| &path.steps).filter(|step| step.function == function.name);
    steps.map(|step| (step.site, step.outcome)).collect()
}

/// The paths of a unit, none of them tried.
fn enumerated(context: &UnitContext<'_>) -> Option<PathwiseRecord> {
    let pathwise = PathwiseOptions { chosen: Some(Vec::new()), ..context.options.pathwise.clone() };
    let options = Options { strategy: Strategy::Paths, pathwise, ..context.options.clone() };
    UnitContext { options: &options, ..*context }.run(&AtomicBool::new(false)).record.pathwise
}

fn one(out: &mut String, path: &PathRecord, function: &str) {
    let _ = writeln!(out, "  path {}  {}", path.number, state(path));
    step_lines(out, path, function);
}

/// Appends the decisions of a path of `function`.
pub fn step_lines(out: &mut String, path: &PathRecord, function: &str) {
    for (at, step) in path.steps.iter().enumerate() {
        if at == FIRST_STEPS && path.steps.len() > FIRST_STEPS + LAST_STEPS {
            let _ = writeln!(out, "    … {} more", path.steps.len() - FIRST_STEPS - LAST_STEPS);
        }
        if at >= FIRST_STEPS && at + LAST_STEPS < path.steps.len() {
            continue;
        }
        let callee =
            if step.function == function { String::new() } else { format!("  in {}", step.function) };
        let (line, site, outcome) = (step.line, step.site, step.outcome);
        let _ = writeln!(out, "    line {line}  site{site}={outcome}{callee}  {}", step.condition);
    }
}

/// What became of a path, in words.
pub fn state(path: &PathRecord) -> String {
    let mut values: Vec<_> = path.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.len() > MAX_VALUES {
        values.truncate(MAX_VALUES);
        values.push("…".to_owned());
    }
    let inputs = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
    let found = |by: &PathMeans| match by {
        PathMeans::Accident => "found on the way".to_owned(),
        PathMeans::Variables => {
            format!("found by alternating variables in {} evaluations", path.evaluations)
        }
        PathMeans::Genetic => {
            format!("found by the genetic algorithm in {} evaluations", path.evaluations)
        }
        PathMeans::Solver => format!("found by the solver after {} evaluations", path.evaluations),
    };
    match &path.state {
        PathState::Covered { test: Some(test), by } => format!("covered by {test}{inputs}, {}", found(by)),
        PathState::Covered { test: None, by } => format!("covered{inputs}, {}", found(by)),
        PathState::Crashes { by } => format!("ends in a fault{inputs}, {}", found(by)),
        PathState::Infeasible { proof } => format!("infeasible, proved: {proof}"),
        PathState::Open { reason } => format!("open: {reason}"),
        PathState::NotChosen => "not chosen".to_owned(),
    }
}

/// Refuses paths that are not there, and paths of more than one function.
///
/// # Errors
/// When `--path` names a path that the function does not have, or there is no one function that it could belong to.
pub fn check_chosen(jobs: &[Loaded], options: &Options) -> Result<(), Failure> {
    let Some(chosen) = &options.pathwise.chosen else { return Ok(()) };
    let tasks = tasks(jobs);
    let [task] = tasks.as_slice() else {
        let what = format!("--path: the numbers are those of one function, and {} are selected", tasks.len());
        return Err(Failure::input(what, "nothing was run", "name the function with `--function NAME`"));
    };
    let count = enumerated(&context(jobs, *task, &jobs[task.job].program, options))
        .map_or(0, |pathwise| pathwise.paths.len());
    match chosen.iter().find(|&&number| number == 0 || number as usize > count) {
        None => Ok(()),
        Some(number) => {
            let function = &jobs[task.job].api.callables[task.callable].name;
            let has = if count == 1 { "1 path".to_owned() } else { format!("{count} paths") };
            let range = if count == 0 { String::new() } else { format!(", numbered from 1 to {count}") };
            Err(Failure::input(
                format!("--path {number}: `{function}` has {has}{range}"),
                "nothing was run",
                format!("`trine dump paths FILE --function {function}` lists them"),
            ))
        }
    }
}
