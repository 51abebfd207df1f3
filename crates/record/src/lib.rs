//! The run as data: what `run.json`, `goals.json` and `suite.json` hold, and the journal.
//!
//! These types are the stable interface to scripts, reports and `trine replay`; they name
//! source files, functions and spans, never ids of a table that only lives in memory.
//!
//! Knows nothing about IR, engines or how anything was found.

mod compact;
pub mod counters;
pub mod effort;
pub mod finding;
pub mod flow;
pub mod goal;
pub mod journal;
pub mod nearest;
pub mod pathwise;
pub mod proof;
pub mod run;
pub mod sequence;
pub mod solver;
pub mod source;
pub mod suite;

pub use counters::{ClassCounters, Counter, Counters, LineCounters, MethodCounters};
pub use effort::{MutantRecord, NotCountedRecord, OwnTestsRecord, TechniqueRecord, TriedRecord};
pub use finding::{Finding, FindingClass, NativeConfirmation, NativeEvidence};
pub use flow::{
    ApartRecord, BlockEnd, BlockRecord, ConditionRecord, DecisionRecord, EdgeRecord, FlowRecord, GraphRecord,
    PairRecord, TryRecord, VectorRecord, WalkRecord,
};
pub use goal::{Criterion, GoalId, GoalKind, GoalRecord, GoalStatus, McdcVariant, SourceSpan};
pub use journal::{Reach, StoredClass, StoredUnit};
pub use nearest::{DecidedRecord, EndRecord, FaultRecord, NearestRecord, Needed, RaisedRecord, ValueRecord};
pub use pathwise::{PathMeans, PathRecord, PathState, PathStep, PathsMissing, PathwiseRecord};
pub use proof::{Argument, Assumption, Proof, ProofStep, Refuted};
pub use run::{
    ALL_DISCARDED, DroppedTest, GoalCounts, JobRecord, Language, Limits, NativeVerdict, PathCounts,
    RunRecord, UnitRecord, UnitStatus,
};
pub use sequence::SequenceRecord;
pub use solver::{LayerRecord, ModelRecord, SolverRecord, SolverTimes};
pub use source::SourceRecord;
pub use suite::{Suite, TestRecord};
