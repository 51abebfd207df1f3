//! `trine dump`: what Trine makes of a C file.

use crate::args::DumpKind;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use trine_campaign::c::loading::Loaded;
use trine_campaign::failure::Failure;
use trine_campaign::units::{context, tasks};
use trine_engine::context::fitness_trace;
use trine_engine::techniques::symbolic::alone::{Ending, Plan};
use trine_engine::{Options, Strategy, UnitContext};
use trine_ir::Function;
use trine_record::GoalId;

/// Runs of the exploration whose tree is shown.
const TREE_RUNS: usize = 200;
/// Queries of it for each run: loops can offer refuted candidates without end.
const TREE_QUERIES_A_RUN: usize = 20;
/// Conflicts and work of one query, and work of the whole exploration: some seconds ([`Plan`]).
const TREE_CONFLICTS: u32 = 5_000;
const TREE_QUERY_EFFORT: u64 = 20_000_000;
const TREE_EFFORT: u64 = 2_000_000_000;

/// The text of `trine dump`.
///
/// # Errors
/// When a function has no usable body: its reason is shown in place of it, never an error.
pub fn text(jobs: &[Loaded], what: DumpKind, options: &Options) -> Result<String, Failure> {
    let mut out = String::new();
    if let DumpKind::Trace = what {
        let _ = write!(out, "function,{}", fitness_trace::HEAD);
    }
    for task in tasks(jobs) {
        let job = &jobs[task.job];
        let callable = &job.api.callables[task.callable];
        let body = job.program.function_named(&callable.symbol).map(|id| job.program.body(id));
        match (what, body) {
            (_, None) => {}
            (_, Some(Err(error))) => {
                let _ = writeln!(out, "; {}: not supported: {error}\n", callable.name);
            }
            (DumpKind::Ir, Some(Ok(function))) => {
                let _ = writeln!(out, "{}", trine_ir::text::print_function(function));
            }
            (DumpKind::Cfg, Some(Ok(function))) => {
                let taken = crate::paths::edges(&context(jobs, task, &job.program, options), function);
                out.push_str(&graph(function, &taken));
            }
            (DumpKind::Fitness, Some(Ok(function))) => {
                crate::analyses::analyses(&mut out, &job.program, function);
            }
            (DumpKind::Paths, Some(Ok(_))) => {
                crate::paths::list(&mut out, &context(jobs, task, &job.program, options))
            }
            (DumpKind::Tree, Some(Ok(_))) => tree(&mut out, &context(jobs, task, &job.program, options)),
            (DumpKind::Trace, Some(Ok(_))) => trace(&mut out, &context(jobs, task, &job.program, options)),
            (DumpKind::Goals, Some(Ok(_))) => goals(&mut out, &context(jobs, task, &job.program, options)),
        }
    }
    Ok(out)
}

/// Appends the execution tree of the unit of `context`, explored alone from random inputs on.
fn tree(out: &mut String, context: &UnitContext<'_>) {
    let name = &context.api.callables[context.callable].name;
    let options = context.options;
    let plan = Plan {
        search: options.paths.search,
        filters: options.paths.filters,
        iterations: options.paths.iterations.map_or(TREE_RUNS, |most| most as usize),
        queries: TREE_RUNS * TREE_QUERIES_A_RUN,
        conflicts: TREE_CONFLICTS,
        query_effort: TREE_QUERY_EFFORT,
        effort: TREE_EFFORT,
    };
    match context.grown_shape().and_then(|shape| context.execution_tree(&shape, &plan)) {
        Err(reason) => {
            let _ = writeln!(out, "; {name}: no tree: {reason}\n");
        }
        Ok((trial, tree)) => {
            let done = &trial.exploration;
            let _ = writeln!(
                out,
                "{name}: {} runs, {} of {} goals covered, {} refuted, {} unknown, {} left out: {}\n{tree}",
                done.covered.len(),
                done.covered_at_last(),
                trial.goals,
                done.unsatisfiable,
                done.unknown,
                done.filtered,
                ending(done.ending),
            );
        }
    }
}

/// Why an exploration ended, in words.
fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Covered => "every goal is covered",
        Ending::Exhausted => "no candidate is left",
        Ending::Bound => "the runs or queries are used up",
        Ending::TooMuchWork => "the work allowed is done",
        Ending::TooManyTerms => "the terms took too much memory",
    }
}

/// Appends the evaluations of a search of the unit of `context`, each with the name of the function in front. Only the search has a fitness:
/// symbolic execution would leave nothing for it to show.
fn trace(out: &mut String, context: &UnitContext<'_>) {
    let options = Options { strategy: Strategy::Search, ..context.options.clone() };
    let context = UnitContext { options: &options, ..*context };
    let (outcome, points) = context.traced(&AtomicBool::new(false));
    let line = |goal: GoalId| {
        outcome.goals.iter().find(|known| known.id == goal).map_or(0, |known| known.span.start.0)
    };
    for point in fitness_trace::lines(&points, line).lines() {
        let _ = writeln!(out, "{},{point}", outcome.record.function);
    }
}

fn goals(out: &mut String, context: &UnitContext<'_>) {
    let outcome = context.pending();
    let _ = writeln!(out, "{}: {} goals", outcome.record.function, outcome.goals.len());
    for goal in &outcome.goals {
        let (line, column) = goal.span.start;
        let text = goal.text.as_deref().unwrap_or("");
        let kind = match goal.goal {
            trine_record::GoalKind::Statement { .. } => "executed".to_owned(),
            trine_record::GoalKind::Condition { outcome, .. } => format!("is {outcome}"),
            trine_record::GoalKind::Decision { outcome, .. } => format!("decision is {outcome}"),
            trine_record::GoalKind::Branch { branch, .. } => format!("branch {branch}"),
            trine_record::GoalKind::Independence { .. } => "decides".to_owned(),
            trine_record::GoalKind::Exception { .. } => "is thrown".to_owned(),
        };
        let _ = writeln!(out, "  {}  {}:{line}:{column}  {text}  {kind}", goal.id, goal.span.file);
    }
    out.push('\n');
}

/// A control-flow graph in the language of Graphviz; edges that leave a site in one of the ways `taken` are red.
pub fn graph(function: &Function, taken: &BTreeSet<(u32, u32)>) -> String {
    let mut out = format!("digraph \"{}\" {{\n  node [shape=box, fontname=monospace];\n", function.name);
    for (block, data) in function.blocks.iter_enumerated() {
        let line =
            data.terminator_span.map_or_else(String::new, |span| format!("\\nline {}", span.start.line));
        let _ = writeln!(out, "  {block} [label=\"{block}: {} instructions{line}\"];", data.insts.len());
        let site = data.terminator.site();
        for (outcome, edge) in data.terminator.edges().enumerate() {
            let red = match site {
                Some(site) if taken.contains(&(site.0, outcome as u32)) => ", color=red, penwidth=2",
                _ => "",
            };
            let label = site.map_or_else(String::new, |site| format!(" [label=\"{site}={outcome}\"{red}]"));
            let _ = writeln!(out, "  {block} -> {}{label};", edge.block);
        }
    }
    out.push_str("}\n");
    out
}
