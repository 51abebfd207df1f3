//! Which candidate next: the three-call interface of KLEE's searchers, one strategy a file.
//!
//! | name | source |
//! |---|---|
//! | `dfs` | the deepest way beside the last path first: DART, CUTE |
//! | `bfs` | the shallowest first |
//! | `fifo` | the oldest first: Tardis without its classifier (Modonato 2020) |
//! | `random-path` | a random walk from the root to a candidate: KLEE (OSDI 2008, section 3.4) |
//! | `generational` | children of the run that covered most: SAGE (Godefroid, Levin, Molnar, NDSS 2008) |
//! | `cfg` | toward what is not covered yet, in the control-flow graph: CREST (Burnim, Sen, ASE 2008) |
//! | `klee` | random path and nearest to uncovered in turn: KLEE |
//! | `fitnex` | beside the run that came nearest to a goal: Fitnex (Xie et al., DSN 2009) |
//! | `subpath` | the one whose last four edges were taken together least often: Li et al. (OOPSLA 2013) |
//! | `pps` | most goals not covered within three levels below: predictive path search (Su et al., CAUT) |
//! | `pps-fitness` | `pps` and `fitnex` in turn (Su et al., section V.D) |
//! | `pps-learning` | `pps`, but ways lose credit with each run that covers nothing: our own |
//! | `pps-learning-fitness` | `pps-learning` and `fitnex` in turn |
//! | `knn` | alike to what was feasible before, by three nearest neighbours: Modonato, with refutations alone as evidence against |
//! | `knn-failures` | the same with any attempt that gave no test as evidence against, as published |
//! | `knn-invariants` | `knn-failures`, and what contradicts likely invariants of objects comes last: our own; of C nobody tells any |
//!
//! A searcher keeps candidates and is told what each run showed. It need not be told what became of a candidate
//! otherwise: the tree knows, and what is none any more is passed over when its turn comes.
//!
//! Steps to add a strategy: a file with a [`Searcher`], and its row in [`SEARCHERS`].

mod budget;
mod cfg;
mod classified;
mod fitnex;
mod learning;
mod less_traveled;
mod nearest;
mod ordered;
mod predictive;
mod preferred;
mod random_path;
mod rounds;
mod turns;

pub use budget::LoopBudget;
pub use cfg::CfgDirected;
pub use classified::{ClassifiedPaths, Evidence};
pub use fitnex::Fitnex;
pub use learning::LearningPathSearch;
pub use less_traveled::LessTraveled;
pub use nearest::NearestUncovered;
pub use ordered::{BreadthFirst, DepthFirst, FirstInFirstOut, Generational};
pub use predictive::PredictivePathSearch;
pub use preferred::Preferred;
pub use random_path::RandomPath;
pub use rounds::RoundLimit;
pub use turns::Interleaved;

use crate::tree::{BranchOutcome, ExecutionTree, NodeId, NodeState};
use std::collections::BTreeSet;
use trine_base::Stream;
use trine_expr::TermPool;

/// What the coverage structure knows about the edges of a tree.
pub trait Guide {
    /// Blocks of the control-flow graph from this edge to the nearest goal that is not covered, callers
    /// included; `None` when none can be reached.
    fn distance(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32>;
    /// The same in branches.
    fn branches(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        self.distance(tree, id)
    }
    /// Goals that are not covered within `levels` branches below this edge, its own included.
    fn potential_contribution(&self, tree: &ExecutionTree, id: NodeId, levels: u32) -> u32;
    /// Conditions that must still go as an open goal wants them after this edge, in the same evaluation of a
    /// decision: 0 when the edge itself covers it; `None` when it is no part of covering one.
    fn conditions_to_coverage(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32>;
    /// Whether taking this edge itself covers something new, given the way to it: must-relevant.
    fn is_must_relevant(&self, tree: &ExecutionTree, id: NodeId) -> bool {
        self.conditions_to_coverage(tree, id) == Some(0)
    }
    /// Whether an open goal aims at this edge, wherever in a path.
    fn is_target(&self, edge: BranchOutcome) -> bool;
    /// Another number whenever the answers may have changed.
    fn version(&self) -> u64;
}

/// Knows nothing: every edge is as good as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGuide;

impl Guide for NoGuide {
    fn distance(&self, _tree: &ExecutionTree, _id: NodeId) -> Option<u32> {
        Some(0)
    }

    fn potential_contribution(&self, _tree: &ExecutionTree, _id: NodeId, _levels: u32) -> u32 {
        1
    }

    fn conditions_to_coverage(&self, _tree: &ExecutionTree, _id: NodeId) -> Option<u32> {
        None
    }

    fn is_target(&self, _way: BranchOutcome) -> bool {
        false
    }

    fn version(&self) -> u64 {
        0
    }
}

/// What a run showed, or candidates given back by another searcher, without a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report<'r> {
    /// The candidate that it was made for; none for a run to start from.
    pub chosen: Option<NodeId>,
    /// The terms of the conditions; `None` when there was no run.
    pub pool: Option<&'r TermPool>,
    /// Its path, from the root's child down; `None` when there was no run.
    pub path: Option<&'r [NodeId]>,
    /// Candidates that are new or given back, from the root down.
    pub added: &'r [NodeId],
    /// Goals that it covered first.
    pub covered: usize,
    /// Edges toward open goals that it came by and did not take, with the branch distance: how far it was from
    /// taking them.
    pub misses: &'r [(BranchOutcome, f64)],
    /// All candidates that contradict what likely holds, for searchers that use doubts; `None` when there was no run.
    pub doubtful: Option<&'r BTreeSet<NodeId>>,
}

/// Chooses candidates.
pub trait Searcher {
    /// After each run.
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>);
    /// The next candidate, taken out; `None` when there is none.
    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId>;
    /// Whether there is no candidate.
    fn is_empty(&self, tree: &ExecutionTree) -> bool;
    /// Whether it is to hear which candidates contradict what likely holds: a query for each.
    fn uses_doubts(&self) -> bool {
        false
    }
}

/// How a strategy is made, with randomness of its own split from what it is given.
type Make = fn(&Stream) -> Box<dyn Searcher>;

/// All strategies: a row each, the name and how it is made.
pub const SEARCHERS: &[(&str, Make)] = &[
    ("dfs", |_| Box::new(DepthFirst::default())),
    ("bfs", |_| Box::new(BreadthFirst::default())),
    ("fifo", |_| Box::new(FirstInFirstOut::default())),
    ("random-path", |stream| Box::new(RandomPath::new(stream.split("random path")))),
    ("generational", |_| Box::new(Generational::default())),
    ("cfg", |stream| Box::new(CfgDirected::new(stream.split("cfg")))),
    ("klee", |stream| {
        Box::new(Interleaved::new(vec![
            Box::new(RandomPath::new(stream.split("random path"))),
            Box::new(NearestUncovered::new(stream.split("nearest"))),
        ]))
    }),
    ("fitnex", |stream| Box::new(Fitnex::new(stream.split("fitnex")))),
    ("subpath", |stream| Box::new(LessTraveled::new(stream.split("subpath")))),
    ("pps", |stream| Box::new(PredictivePathSearch::new(stream.split("pps")))),
    ("pps-fitness", |stream| {
        Box::new(Interleaved::new(vec![
            Box::new(PredictivePathSearch::new(stream.split("pps"))),
            Box::new(Fitnex::new(stream.split("fitnex"))),
        ]))
    }),
    ("pps-learning", |stream| Box::new(LearningPathSearch::new(stream.split("pps")))),
    ("pps-learning-fitness", |stream| {
        Box::new(Interleaved::new(vec![
            Box::new(LearningPathSearch::new(stream.split("pps"))),
            Box::new(Fitnex::new(stream.split("fitnex"))),
        ]))
    }),
    ("knn", |stream| Box::new(ClassifiedPaths::new(stream.split("knn"), Evidence::Proofs))),
    ("knn-failures", |stream| Box::new(ClassifiedPaths::new(stream.split("knn"), Evidence::Failures))),
    ("knn-invariants", |stream| {
        Box::new(ClassifiedPaths::new(stream.split("knn"), Evidence::Failures).with_invariants())
    }),
];

/// Names of all strategies.
pub const NAMES: [&str; SEARCHERS.len()] = {
    let mut names = [""; SEARCHERS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = SEARCHERS[at].0;
        at += 1;
    }
    names
};

/// The strategy with this name.
#[must_use]
pub fn by_name(name: &str, stream: &Stream) -> Option<Box<dyn Searcher>> {
    SEARCHERS.iter().find(|(known, _)| *known == name).map(|(_, make)| make(stream))
}

/// Whether nobody has tried `id` yet.
fn is_open(tree: &ExecutionTree, id: NodeId) -> bool {
    tree.node(id).state == NodeState::Candidate
}
