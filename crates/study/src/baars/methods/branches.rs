//! The branches of a method: the outcomes of its jumps and switches, as edges of the IR, with names from the class file.

use super::call::Call;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_coverage::Target;
use trine_frontend_jvm::cover::{ClassCover, MethodCover};
use trine_ir::{Function, SiteId, SiteKind};
use trine_jdk::vm::Vm;

/// A branch.
#[derive(Debug)]
pub struct Branch {
    /// What it is called in tables: line, position in the code and outcome.
    pub name: String,
    /// Where it is.
    pub target: Target,
}

/// The branches of the method of `call`, whose body is `body`, in the order of the code. What the language checks by itself is none.
///
/// # Errors
/// When the class file is damaged.
pub fn branches(vm: &Vm, call: &Call, body: &Function) -> Result<Vec<Branch>> {
    let mut hierarchy = vm.hierarchy();
    let class = hierarchy.load(&call.class)?;
    let file = Arc::clone(&hierarchy.class(class).file);
    let cover = ClassCover::new(&file, 0)?;
    let is_it =
        |method: &&MethodCover| (&method.name, &method.descriptor) == (&call.method.0, &call.method.1);
    let cover = cover.methods.iter().find(is_it).context("the class has no such method")?;
    let mut branches = Vec::new();
    for ((position, line), site) in sites(body) {
        let kind = body.sites[site].kind;
        branches.extend((0..kind.outcomes()).map(|outcome| Branch {
            name: format!("{line}:{position}{}", outcome_text(cover, kind, position, outcome)),
            target: Target::Edges(vec![(site, outcome)]),
        }));
    }
    Ok(branches)
}

/// The sites that jumps and switches of the code left by: position in bytes and line, in order. Others are where an exception looks for
/// its handler.
fn sites(body: &Function) -> BTreeMap<(u32, u32), SiteId> {
    let mut sites = BTreeMap::new();
    for data in &body.blocks {
        let Some(site) = data.terminator.site() else { continue };
        if let Some(span) = body.sites[site].span.or(data.terminator_span) {
            // Columns count from 1, positions from 0.
            sites.insert((span.start.column.saturating_sub(1), span.start.line), site);
        }
    }
    sites
}

/// `T` and `F` are outcomes of conditions of the source; a jump whose condition is not known is passed or taken.
fn outcome_text(cover: &MethodCover, kind: SiteKind, position: u32, outcome: u32) -> String {
    if matches!(kind, SiteKind::Switch { .. }) {
        let label = cover.switch_label(position, outcome);
        return format!(" {}", label.unwrap_or_else(|| format!("way {outcome}")));
    }
    // Outcome 0 of a jump is that it jumps.
    let jumps = outcome == 0;
    match cover.condition_at(position) {
        Some(condition) if condition.when_jumping == jumps => "T".to_owned(),
        Some(_) => "F".to_owned(),
        None if jumps => " jump".to_owned(),
        None => " next".to_owned(),
    }
}
