//! `trine dump fitness`: what the analysis behind the enhanced fitness came to, branch by branch.
//!
//! ```text
//! f: 12 outcomes analysed in 1.9 ms: 31 nodes, 96 alternatives, 4200 steps
//!   site4 1  line 17  5 nodes, 12 alternatives
//!   site5 0  line 21  6 nodes, 48 alternatives, more were left out
//! ```

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_ir::{Function, Program, SiteId};
use trine_search::enhanced::{Analysis, EnhancedModel, Settings};

/// Appends the analyses of all branches of `function`.
pub fn analyses(out: &mut String, program: &Arc<Program>, function: &Arc<Function>) {
    let start = Instant::now();
    let model = EnhancedModel::new(Some(Arc::clone(program)), Arc::clone(function), Settings::default());
    let branches = model.branches();
    let all: Vec<(SiteId, u32, Analysis)> =
        branches.map(|(site, outcome, fitness)| (site, outcome, fitness.analysis())).collect();
    heading(out, function, start.elapsed(), &all);
    for (site, outcome, analysis) in all {
        let line = function.sites[site].span.map_or(0, |span| span.start.line);
        let Analysis { nodes, nodes_without, alternatives, hit, .. } = analysis;
        let _ = write!(out, "  {site} {outcome}  line {line}  {nodes} nodes, {alternatives} alternatives");
        if nodes_without > 0 {
            let _ = write!(out, ", none from {nodes_without} nodes");
        }
        let reasons = [
            (hit.alternatives, ", more were left out"),
            (hit.conditions, ", longer ones were left out"),
            (hit.work, ", not looked at all of it"),
        ];
        reasons.iter().filter(|(holds, _)| *holds).for_each(|(_, text)| out.push_str(text));
        out.push('\n');
    }
    out.push('\n');
}

fn heading(out: &mut String, function: &Function, took: Duration, all: &[(SiteId, u32, Analysis)]) {
    let sum = |of: fn(&Analysis) -> u32| all.iter().map(|one| u64::from(of(&one.2))).sum::<u64>();
    let _ = writeln!(
        out,
        "{}: {} outcomes analysed in {:.1} ms: {} nodes, {} alternatives, {} steps",
        function.name,
        all.len(),
        took.as_secs_f64() * 1000.0,
        sum(|analysis| analysis.nodes),
        sum(|analysis| analysis.alternatives),
        sum(|analysis| analysis.work),
    );
}
