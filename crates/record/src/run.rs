//! The run: options, and one record per unit.

use crate::counters::ClassCounters;
use crate::effort::{MutantRecord, TechniqueRecord, TriedRecord};
use crate::finding::Finding;
use crate::flow::FlowRecord;
use crate::goal::{Criterion, GoalRecord, GoalStatus, McdcVariant};
use crate::pathwise::PathwiseRecord;
use crate::solver::{SolverRecord, SolverTimes};
use crate::source::SourceRecord;
use serde::{Deserialize, Serialize};
use trine_testcase::RegisterMap;

/// What `run.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version of Trine.
    pub version: String,
    /// The command line that repeats the run.
    pub replay: String,
    /// Seed of all randomness.
    pub seed: u64,
    /// The criterion.
    pub criterion: Criterion,
    /// Variant of MC/DC.
    pub mcdc: McdcVariant,
    /// Search strategy.
    pub strategy: String,
    /// Budget per unit, as written.
    pub budget: String,
    /// Limits of each run in the machine.
    #[serde(default)]
    pub limits: Limits,
    /// Source files.
    pub inputs: Vec<String>,
    /// Every source that was read, with its hash as the run began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceRecord>,
    /// Extra compiler flags.
    pub flags: Vec<String>,
    /// How the source files were compiled: what `trine replay` repeats.
    #[serde(default)]
    pub jobs: Vec<JobRecord>,
    /// Compiler used, with version.
    pub compiler: String,
    /// What the code under test was compiled for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// When the run began, as `2026-11-23T07:10:00Z`. No two runs have the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The language of the units.
    #[serde(default, skip_serializing_if = "Language::is_c")]
    pub language: Language,
    /// One record per function, in source order.
    pub units: Vec<UnitRecord>,
    /// Distinct faults found.
    pub findings: Vec<Finding>,
    /// What compiling and running the suite natively showed, if it was done.
    pub native: Option<NativeVerdict>,
    /// Units whose results were taken over from an earlier run of the same folder.
    #[serde(default)]
    pub taken_over: usize,
    /// While the run is at work: the fingerprints that its units have in the journal, in their
    /// order. Where they stand in a file that nobody writes, the run was stopped, and the journal
    /// knows more than the other files. Empty when it has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<String>,
}

/// The language of the units of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// C: a unit is a function.
    #[default]
    C,
    /// Java: a unit is a class with the classes in it.
    Java,
}

impl Language {
    /// Whether it is C.
    #[must_use]
    pub fn is_c(&self) -> bool {
        *self == Self::C
    }
}

/// Limits under which a test does what its record says, so that a replay has them too. Folders of earlier versions do
/// not tell them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory for each worker, as `--memory` reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Instructions of one run at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// Whether signed overflow ends a run as a fault.
    #[serde(default)]
    pub signed_overflow: bool,
}

/// A source file of the run: the jobs of a run are linked with each other as far as they need each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRecord {
    /// The file.
    pub file: String,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Folder it was compiled in.
    pub folder: String,
    /// Functions that the user had replaced by stubs: name, and the bits they return beyond the values of a test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stubs: Vec<(String, String)>,
    /// Names of hardware registers, and how they behave.
    #[serde(default, skip_serializing_if = "RegisterMap::is_empty")]
    pub registers: RegisterMap,
    /// Folder of its object file, which tells targets apart; empty when unknown.
    pub target: String,
    /// Folder from which the run names files.
    pub root: String,
    /// Whether its functions were tested; if not, it was there to be linked.
    pub tested: bool,
    /// Number of units of the run that it defines; jobs follow each other.
    pub units: usize,
}

/// A function of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitRecord {
    /// Name of the function.
    pub function: String,
    /// Source file.
    pub file: String,
    /// Line of the definition.
    pub line: u32,
    /// Whether it could be handled.
    #[serde(flatten)]
    pub status: UnitStatus,
    /// Goals of the criterion.
    pub goals: GoalCounts,
    /// Tests in the finished suite.
    pub tests: usize,
    /// Evaluations of test cases by the search.
    pub evaluations: u64,
    /// Executions in the machine, replays and minimisation included.
    pub executions: u64,
    /// Calls of a solver.
    pub solver_calls: u64,
    /// What path exploration did; absent where it did nothing.
    #[serde(default, skip_serializing_if = "PathCounts::is_empty")]
    pub paths: PathCounts,
    /// Its paths, where it was tested path by path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pathwise: Option<PathwiseRecord>,
    /// What the solver did with them.
    #[serde(default)]
    pub solver: SolverRecord,
    /// Wall-clock time.
    pub milliseconds: u64,
    /// Wall-clock time of the solver.
    #[serde(default)]
    pub solver_times: SolverTimes,
    /// Why the search ended: `all goals covered`, `budget used`, `interrupted`.
    pub termination: String,
    /// Distinct crashing faults found.
    pub crashes: usize,
    /// `(evaluations, milliseconds, goals covered)` each time a goal was covered.
    pub progress: Vec<(u64, u64, usize)>,
    /// What its callers guarantee, as the user stated it, each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<String>,
    /// Mutants of the lines that the suite covers that it was run against; 0 where it was not.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mutants: usize,
    /// Those that a test notices.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub killed: usize,
    /// These mutants, by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutant_list: Vec<MutantRecord>,
    /// What the user's own tests cover; absent where none were named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_tests: Option<crate::effort::OwnTestsRecord>,
    /// What the finished suite covers of its classes, as JaCoCo counts it; the class under test first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassCounters>,
    /// What each technique did, in the order of their first turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueRecord>,
    /// What was tried for goals that are open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedRecord>,
    /// What the finished suite did in its code. `goals.json` holds it, beside the goals.
    #[serde(skip)]
    pub flow: FlowRecord,
}

impl UnitRecord {
    /// A unit on which no work has begun.
    #[must_use]
    pub fn new(function: &str, file: &str, line: u32) -> Self {
        Self {
            function: function.to_owned(),
            file: file.to_owned(),
            line,
            status: UnitStatus::Pending,
            goals: GoalCounts::default(),
            tests: 0,
            evaluations: 0,
            executions: 0,
            solver_calls: 0,
            paths: PathCounts::default(),
            pathwise: None,
            solver: SolverRecord::default(),
            milliseconds: 0,
            solver_times: SolverTimes::default(),
            termination: String::new(),
            crashes: 0,
            progress: Vec::new(),
            preconditions: Vec::new(),
            mutants: 0,
            killed: 0,
            mutant_list: Vec::new(),
            own_tests: None,
            classes: Vec::new(),
            techniques: Vec::new(),
            tried: Vec::new(),
            flow: FlowRecord::default(),
        }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What dynamic symbolic execution did in a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathCounts {
    /// Runs, those to start from included.
    pub iterations: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Path candidates that the solver refuted.
    pub unsatisfiable: u64,
    /// Path candidates that it gave up on.
    pub unknown: u64,
    /// Path candidates left out because they could reach nothing new.
    pub filtered: u64,
    /// `(iterations, queries, goals covered)` after the first run, and each time one covered a goal.
    pub progress: Vec<(u64, u64, usize)>,
}

impl PathCounts {
    /// Whether nothing was explored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iterations == 0
    }
}

/// The termination of a unit of which no run survived the assumptions.
pub const ALL_DISCARDED: &str = "every run was discarded by an assumption";

/// Whether a unit could be handled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
pub enum UnitStatus {
    /// Waiting or at work.
    Pending,
    /// Done.
    Done,
    /// Could not be handled; the others were.
    Unsupported {
        /// A limit of the tool: what and where.
        reason: String,
    },
}

/// Counts of goals by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalCounts {
    /// All.
    pub total: usize,
    /// Covered by a replayed test.
    pub covered: usize,
    /// Proved infeasible.
    pub infeasible: usize,
    /// Still open.
    pub unknown: usize,
}

/// What compiling and running the suite natively showed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeVerdict {
    /// Tests that were run.
    pub tests: usize,
    /// Tests that passed.
    pub passed: usize,
    /// What failed or could not be compiled though it is still part of the suite, in sentences: bugs of ours.
    pub failures: Vec<String>,
    /// Tests that are no longer part of the suite, because they do not hold natively.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<DroppedTest>,
    /// Tests of the suite that no process can run, and why: Trine's machine replays them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machine_only: Vec<DroppedTest>,
    /// Branch outcomes covered by our judge, by `llvm-cov`, and in all.
    pub branches: (usize, usize, usize),
    /// MC/DC conditions covered by our judge under `llvm-cov`'s rule, by `llvm-cov`, and in all.
    pub mcdc: (usize, usize, usize),
    /// Where the two disagree: bugs of ours unless listed as a known limit of the oracle.
    pub disagreements: Vec<String>,
    /// Differences that are known limits of the oracle, with the limit named.
    pub known_limits: Vec<String>,
}

/// A test that the machine passed and the native run did not, or could not be asked about: it is taken out of the suite, or out of the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedTest {
    /// Source file.
    pub file: String,
    /// The function under test.
    pub function: String,
    /// The test.
    pub name: String,
    /// Why it does not hold natively: what the compiler said, how it ended, or what a process cannot do.
    pub reason: String,
}

impl NativeVerdict {
    /// Adds what another native run showed.
    pub fn add(&mut self, other: Self) {
        self.tests += other.tests;
        self.passed += other.passed;
        self.failures.extend(other.failures);
        self.dropped.extend(other.dropped);
        self.machine_only.extend(other.machine_only);
        self.branches.0 += other.branches.0;
        self.branches.1 += other.branches.1;
        self.branches.2 += other.branches.2;
        self.mcdc.0 += other.mcdc.0;
        self.mcdc.1 += other.mcdc.1;
        self.mcdc.2 += other.mcdc.2;
        self.disagreements.extend(other.disagreements);
        let mut limits = other.known_limits;
        limits.retain(|limit| !self.known_limits.contains(limit));
        self.known_limits.extend(limits);
    }

    /// Whether the suite as it stands is wrong: a kept test fails or does not compile, or coverage is not what was
    /// claimed.
    #[must_use]
    pub fn shows_a_bug(&self) -> bool {
        !self.failures.is_empty() || !self.disagreements.is_empty() || self.passed != self.tests
    }
}

impl GoalCounts {
    /// Counts `goals`.
    #[must_use]
    pub fn of(goals: &[GoalRecord]) -> Self {
        let mut counts = Self { total: goals.len(), ..Self::default() };
        for goal in goals {
            match goal.status {
                GoalStatus::Covered { .. } => counts.covered += 1,
                GoalStatus::Infeasible { .. } => counts.infeasible += 1,
                GoalStatus::Unknown { .. } => counts.unknown += 1,
            }
        }
        counts
    }

    /// Adds `other`.
    pub fn add(&mut self, other: Self) {
        self.total += other.total;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.unknown += other.unknown;
    }

    /// Covered share of the goals not proved infeasible, 1 when there is none.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        let feasible = self.total - self.infeasible;
        if feasible == 0 { 1.0 } else { self.covered as f64 / feasible as f64 }
    }
}
