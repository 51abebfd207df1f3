//! What is known of a control-flow graph and of a program without running it.
//!
//! Each analysis is a table computed from a `&Function` (or a `&Program`) and is stale as soon
//! as that changes; nothing here caches or invalidates.

pub mod call_graph;
pub mod cfg;
pub mod closed;
pub mod control_dependence;
pub mod dependencies;
pub mod digraph;
pub mod dominators;
pub mod global_use;
pub mod loops;
pub mod written;

pub use call_graph::CallGraph;
pub use cfg::Cfg;
pub use closed::Closure;
pub use control_dependence::{Approach, ControlDependence, Dependence};
pub use dependencies::{Dependencies, Detail};
pub use digraph::Digraph;
pub use dominators::{DominatorTree, PostDominatorTree};
pub use global_use::{Access, GlobalUse};
pub use loops::{Loop, LoopForest, LoopId};
pub use written::written_globals;
