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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covmap::{Counter, Span};

    fn region(file: u32, columns: (u32, u32), kind: RegionKind) -> Region {
        let span = Span { start_line: 1, start_col: columns.0, end_line: 1, end_col: columns.1 };
        Region { kind, file_id: FileId(file), span, count: Counter::Zero }
    }

    fn decision(file: u32, columns: (u32, u32)) -> Region {
        region(file, columns, RegionKind::McdcDecision { bitmap_index: 0, num_conditions: 2 })
    }

    fn condition(file: u32, column: u32, id: u16) -> Region {
        let (true_count, false_count) = (Counter::Counter(1), Counter::Counter(2));
        let kind = RegionKind::McdcBranch { true_count, false_count, id, true_next: None, false_next: None };
        region(file, (column, column + 1), kind)
    }

    #[test]
    fn conditions_behind_an_expansion_belong_to_the_decision_around_it() {
        let expansion = region(0, (5, 9), RegionKind::Expansion { file: FileId(1) });
        let regions = [decision(0, (1, 9)), condition(0, 1, 0), expansion, condition(1, 77, 1)];
        assert_eq!(complete_decisions(&regions), [CompleteDecision { region: 0, conditions: vec![1, 3] }]);
    }

    #[test]
    fn equal_spans_are_filled_one_after_the_other_and_the_incomplete_are_dropped() {
        let two = [decision(0, (1, 9)), decision(0, (1, 9))];
        let conditions = [condition(0, 2, 0), condition(0, 2, 1), condition(0, 2, 1)];
        let regions: Vec<Region> = two.into_iter().chain(conditions).collect();
        assert_eq!(complete_decisions(&regions), [CompleteDecision { region: 0, conditions: vec![2, 3] }]);
    }

    #[test]
    fn a_condition_outside_every_decision_is_left_alone() {
        assert_eq!(complete_decisions(&[decision(0, (1, 9)), condition(0, 20, 0), condition(3, 2, 1)]), []);
    }
}
