//! Dynamic symbolic execution.
//!
//! ```text
//! inputs --machine, concolic domain--> path (steps with constraints) --> execution tree --> candidates
//!    ^                                                                                          | searcher
//!    +----------------------------- model <-- solver <-- prefix and another way ----------------+
//! ```
//!
//! [`Concolic`] is a domain of the machine: values carry terms. [`PathObserver`] records the branches that
//! depend on inputs. The [`ExecutionTree`] keeps what was seen, refuted and is still to try; a
//! [`Searcher`](searchers::Searcher) chooses; the [`Explorer`] is the loop.
//!
//! Knows nothing of test cases, files or other techniques: what is run is a [`ProgramUnderTest`], what is still wanted
//! is a [`Guide`](searchers::Guide).

pub mod classifier;
pub mod concolic;
pub mod context;
pub mod explorer;
pub mod flips;
pub mod listing;
pub mod path;
pub mod script;
pub mod searchers;
pub mod seen;
pub mod tree;

pub use concolic::{Binding, CallSummaries, Concolic, ImplicitCondition, ImplicitKind, Shadow};
pub use context::Context;
pub use explorer::{Counts, Explorer, Likely, ProgramUnderTest, Progress, Run, Settings};
pub use flips::{Flip, Shown, Tried, Turns};
pub use path::{Alternative, PathCondition, PathObserver, Step, StepKind, SwitchCases, alternatives};
pub use script::{Decision, Script, Taken};
pub use seen::{Seen, UnitPath};
pub use tree::{BranchOutcome, ExecutionTree, NodeId, NodeState};
