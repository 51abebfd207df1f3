//! Near to what is not covered: KLEE's weighted random search by the distance to uncovered code.
//!
//! A candidate is drawn with weight 1/d², where d is the distance to the nearest goal that is not covered; where
//! none can be reached d is 10,000, as in KLEE's `WeightedRandomSearcher` (`nurs:md2u`). Su et al. speak of the
//! minimal distance only; the source draws.
//!
//! Deviations: distances are blocks, not instructions; what waits are candidates, not states.
//!
//! Cost of a choice: one addition per candidate; distances are asked for anew after a run that covered something.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId};
use trine_base::Stream;

/// The distance of what leads nowhere.
const NOWHERE: u32 = 10_000;

/// A draw by distance.
#[derive(Clone, Debug)]
pub struct NearestUncovered {
    stream: Stream,
    /// With their weights, once asked for.
    candidates: Vec<(NodeId, f64)>,
    /// How many of the candidates, from the first, have weights.
    weighed: usize,
    version: u64,
}

impl NearestUncovered {
    /// A draw with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self { stream, candidates: Vec::new(), weighed: 0, version: 0 }
    }
}

impl Searcher for NearestUncovered {
    fn update(&mut self, _tree: &ExecutionTree, report: &Report<'_>) {
        self.candidates.extend(report.added.iter().map(|&id| (id, 0.0)));
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        if guide.version() != self.version {
            (self.version, self.weighed) = (guide.version(), 0);
        }
        for (id, weight) in &mut self.candidates[self.weighed..] {
            let distance = guide.distance(tree, *id).map_or(NOWHERE, |distance| distance + 1);
            *weight = f64::from(distance).powi(-2);
        }
        self.candidates.retain(|&(id, _)| is_open(tree, id));
        self.weighed = self.candidates.len();
        let total: f64 = self.candidates.iter().map(|(_, weight)| weight).sum();
        let mut tie_break = self.stream.unit() * total;
        let drawn = self.candidates.iter().position(|(_, weight)| {
            tie_break -= weight;
            tie_break < 0.0
        });
        let at = drawn.or_else(|| self.candidates.len().checked_sub(1))?;
        self.weighed -= 1;
        Some(self.candidates.swap_remove(at).0)
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.candidates.iter().any(|&(id, _)| is_open(tree, id))
    }
}
