//! What came of a class: its tests, its goals, and what native runs said of them.

use super::confirm::ClassVerdict;
use super::effect::Effect;
use super::findings::ClassFinding;
use super::pairs::Pair;
use super::paths::ClassPaths;
use std::sync::Arc;
use trine_dse_jvm::Statistics;
use trine_frontend_jvm::cover::{ClassCounters, Goal, ProbeSet, UnitCover};
use trine_harness_jvm::{Frame, WantedVector};
use trine_record::{ModelRecord, NativeEvidence, NearestRecord, OwnTestsRecord, Proof};
use trine_sequences::search::{Proposer, Spent};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// What became of a goal.
#[derive(Clone, Debug)]
pub struct GoalOutcome {
    /// The goal.
    pub goal: Goal,
    /// Tests that cover it, by their positions; those of the pair where independence is asked for.
    pub tests: Vec<usize>,
    /// The evaluations that show independence.
    pub pair: Option<Pair>,
    /// The test of the user's that covers it, where none of ours has to.
    pub own: Option<String>,
    /// Why no test does.
    pub reason: Option<String>,
    /// Why no test can.
    pub proof: Option<Proof>,
}

/// Who proposed the sequences of a search.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// By step of the progress: who proposed what covered the goal.
    pub by: Vec<Proposer>,
    /// What each took.
    pub spent: Spent,
}

/// What came of a class.
#[derive(Clone, Debug)]
pub struct ClassOutcome {
    /// The class in class files.
    pub class: String,
    /// What tests may call.
    pub api: Arc<ClassApi>,
    /// What its coverage is made of.
    pub cover: Arc<UnitCover>,
    /// Tests in the order in which they were replayed.
    pub tests: Vec<ObjectTest>,
    /// All goals.
    pub goals: Vec<GoalOutcome>,
    /// Counters of the classes of the unit, in the order of `cover`.
    pub counters: Vec<ClassCounters>,
    /// By test: the ways through decisions that it goes, where independence is asked for.
    pub ways: Vec<Vec<WantedVector>>,
    /// What its tests notice.
    pub effect: Effect,
    /// What the user's own tests cover, where they are named.
    pub own_tests: Option<OwnTestsRecord>,
    /// Runs of sequences.
    pub evaluations: u64,
    /// Evaluations, milliseconds and goals each time that the search covered one.
    pub progress: Vec<(u64, u64, usize)>,
    /// Who proposed what covered them.
    pub proposed: Proposed,
    /// What solving for values took, where the strategy asked for it.
    pub solving: Option<Statistics>,
    /// Sequences with values that were solved for, and that were run.
    pub models: ModelRecord,
    /// Wall-clock time of search and minimisation.
    pub milliseconds: u64,
    /// Probes that each of the tests passed in the last replay.
    pub passed: Vec<ProbeSet>,
    /// How near they came there to goals that none of them covers.
    pub near: Vec<NearGoal>,
    /// Runs of the search that say so where the tests do not.
    pub tries: Vec<Try>,
    /// What native runs said, where there were any.
    pub verdict: Option<ClassVerdict>,
    /// What the user should know.
    pub remarks: Vec<String>,
    /// Faults and broken contracts that the search came to, with what their tests showed natively.
    pub findings: Vec<(ClassFinding, Option<NativeEvidence>)>,
    /// The paths of its methods, where it was tested path by path.
    pub(super) paths: Option<ClassPaths>,
}

/// The nearest that a test came to a goal.
#[derive(Clone, Debug)]
pub struct NearGoal {
    /// Position of the goal.
    pub(super) goal: usize,
    /// Position of the test; of a run of the search its number behind the tests.
    pub(super) run: usize,
    /// All but the goal, the name of the test, and the file.
    pub(super) record: NearestRecord,
}

/// A run of the search that is no test.
#[derive(Clone, Debug)]
pub struct Try {
    /// What it does, and how it ends.
    pub(super) test: ObjectTest,
    /// The innermost method of the class path in progress when the exception was made that ends it.
    pub(super) place: Option<Frame>,
    /// What that method called, where it is this that made the exception.
    pub(super) by: Option<String>,
}
