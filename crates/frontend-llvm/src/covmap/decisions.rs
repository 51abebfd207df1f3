//! Which condition belongs to which decision.
//!
//! A condition record carries an id but no decision. LLVM's reader offers each one, in record order, to the open
//! decisions in record order; the first takes it that still lacks this id and *dominates* the region: it contains
//! the span in its own file, or the region lies in a file that an expansion inside the decision leads to.
//! A decision is closed when it has all its conditions. As decisions may nest, the order matters: we replicate it.
//!
//! Source: `MCDCDecisionRecorder` in LLVM's `CoverageMapping` (LLVM 18 and later).
//! Deviation: a condition no decision takes is left alone (LLVM is undefined there); decisions that stay
//! incomplete are not reported, as in LLVM.
//! Cost: regions times open decisions.

use std::collections::HashSet;

use super::{FileId, Region, RegionKind};

/// A decision with all its conditions: indices into the regions of the record, conditions by id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CompleteDecision {
    pub(crate) region: usize,
    pub(crate) conditions: Vec<usize>,
}

/// A decision that still lacks conditions.
struct OpenDecision {
    region: usize,
    by_id: Vec<Option<usize>>,
    expanded: HashSet<FileId>,
}

impl OpenDecision {
    fn dominates(&self, regions: &[Region], inner: &Region) -> bool {
        let decision = &regions[self.region];
        let inside = inner.file_id == decision.file_id && decision.span.contains(&inner.span);
        inside || self.expanded.contains(&inner.file_id)
    }

    /// True when the condition was taken.
    fn add(&mut self, regions: &[Region], index: usize, id: u16) -> bool {
        let free = self.by_id.get(id as usize).is_some_and(Option::is_none);
        let taken = free && self.dominates(regions, &regions[index]);
        if taken {
            self.by_id[id as usize] = Some(index);
        }
        taken
    }

    fn complete(&self) -> Option<CompleteDecision> {
        let conditions: Option<Vec<usize>> = self.by_id.iter().copied().collect();
        conditions.map(|conditions| CompleteDecision { region: self.region, conditions })
    }
}

/// All decisions of a record that got all their conditions, in the order in which they were completed.
pub(crate) fn complete_decisions(regions: &[Region]) -> Vec<CompleteDecision> {
    let mut open: Vec<OpenDecision> = Vec::new();
    let mut complete = Vec::new();
    for (index, region) in regions.iter().enumerate() {
        match region.kind {
            RegionKind::McdcDecision { num_conditions, .. } => {
                open.push(OpenDecision {
                    region: index,
                    by_id: vec![None; num_conditions.into()],
                    expanded: HashSet::new(),
                });
            }
            RegionKind::Expansion { file } => {
                if let Some(decision) = open.iter_mut().find(|d| d.dominates(regions, region)) {
                    decision.expanded.insert(file);
                }
            }
            RegionKind::McdcBranch { id, .. } => {
                let Some(at) = open.iter_mut().position(|d| d.add(regions, index, id)) else { continue };
                if let Some(decision) = open[at].complete() {
                    complete.push(decision);
                    open.remove(at);
                }
            }
            _ => {}
        }
    }
    complete
}
