//! Targets: what a search aims at to cover an open goal.

use trine_ir::{Block, SiteId};

/// Something in the control-flow graph to reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Leave a site by one of these outcomes.
    Edges(Vec<(SiteId, u32)>),
    /// Execute one of these blocks.
    Blocks(Vec<Block>),
    /// Evaluate a decision along these steps, in one evaluation.
    Path(Vec<PathStep>),
}

/// A condition's outcome on the way through a decision: any of these edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathStep {
    /// The edges that mean this outcome.
    pub edges: Vec<(SiteId, u32)>,
    /// The edges that mean the other one.
    pub misses: Vec<(SiteId, u32)>,
}
