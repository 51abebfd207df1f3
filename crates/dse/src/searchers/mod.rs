//! Which candidate next: the three-call interface of KLEE's searchers, one strategy a file.
//!
//! | name | source |
//! |---|---|
//! | `dfs` | the deepest way beside the last path first: DART, CUTE |
//! | `bfs` | the shallowest first |
//! | `random-path` | a random walk from the root to a candidate: KLEE (OSDI 2008, section 3.4) |
//! | `generational` | children of the run that covered most: SAGE (Godefroid, Levin, Molnar, NDSS 2008) |
//! | `cfg` | nearest to what is not covered yet, in the control-flow graph: CREST (Burnim, Sen, ASE 2008) |
//! | `klee` | random path and nearest to uncovered in turn: KLEE |
//! | `pps` | most goals not covered within three levels below: predictive path search (Su et al., CAUT) |
//!
//! Steps to add a strategy: a file with a [`Searcher`]; its name in [`by_name`].

mod ordered;
mod random_path;
mod ranked;

pub use ordered::{BreadthFirst, DepthFirst, Generational};
pub use random_path::RandomPath;
pub use ranked::{Interleaved, Ranked, Ranking};

use crate::tree::{ExecutionTree, NodeId, Way};
use trine_base::Stream;

/// What the coverage structure knows about ways.
pub trait Guide {
    /// Edges of the control-flow graph from this way to the nearest goal that is not covered; `None` when
    /// none can be reached.
    fn distance(&self, way: Way) -> Option<u32>;
    /// Goals that are not covered within `levels` branches below this way.
    fn promise(&self, way: Way, levels: u32) -> u32;
    /// Whether taking this way itself covers something new.
    fn covers(&self, way: Way) -> bool;
}

/// Knows nothing: every way is as good as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGuide;

impl Guide for NoGuide {
    fn distance(&self, _way: Way) -> Option<u32> {
        Some(0)
    }

    fn promise(&self, _way: Way, _levels: u32) -> u32 {
        1
    }

    fn covers(&self, _way: Way) -> bool {
        false
    }
}

/// Chooses candidates.
pub trait Searcher {
    /// After each run: candidates that are new and candidates that are none any more; `covered` is the number
    /// of goals that the run covered first.
    fn update(&mut self, tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], covered: usize);
    /// The next candidate, taken out; `None` when there is none.
    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId>;
    /// Whether there is no candidate.
    fn is_empty(&self) -> bool;
}

/// Names of all strategies.
pub const NAMES: [&str; 7] = ["dfs", "bfs", "random-path", "generational", "cfg", "klee", "pps"];

/// The strategy with this name.
#[must_use]
pub fn by_name(name: &str, stream: Stream) -> Option<Box<dyn Searcher>> {
    Some(match name {
        "dfs" => Box::new(DepthFirst::default()),
        "bfs" => Box::new(BreadthFirst::default()),
        "random-path" => Box::new(RandomPath::new(stream)),
        "generational" => Box::new(Generational::default()),
        "cfg" => Box::new(Ranked::new(Ranking::Distance)),
        "klee" => Box::new(Interleaved::new(vec![
            Box::new(RandomPath::new(stream)),
            Box::new(Ranked::new(Ranking::Distance)),
        ])),
        "pps" => Box::new(Ranked::new(Ranking::Promise)),
        _ => return None,
    })
}
