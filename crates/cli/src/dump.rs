//! `trine dump`: what Trine makes of a C file.

use crate::args::DumpKind;
use std::collections::BTreeSet;
use std::fmt::Write;
use trine_campaign::c::loading::Loaded;
use trine_campaign::failure::Failure;
use trine_campaign::units::{context, tasks};
use trine_engine::Options;
use trine_ir::Function;

/// The text of `trine dump`.
///
/// # Errors
/// When a function has no usable body: its reason is shown in place of it, never an error.
pub fn text(jobs: &[Loaded], what: DumpKind, options: &Options) -> Result<String, Failure> {
    let mut out = String::new();
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
            (DumpKind::Goals, Some(Ok(_))) => goals(&mut out, &context(jobs, task, &job.program, options)),
        }
    }
    Ok(out)
}

fn goals(out: &mut String, context: &trine_engine::UnitContext<'_>) {
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
