//! Options of a run, passed down.

use crate::memory_limit::WorkerMemory;
use crate::policy::MUTANTS;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::Budget;
use trine_machine::Config;
use trine_record::{Criterion, McdcVariant};
use trine_search::{FitnessKind, LineSearch};
use trine_solver::Portfolio;

/// What to do with each unit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Criterion whose goals are pursued.
    pub criterion: Criterion,
    /// Variant of MC/DC.
    pub mcdc: McdcVariant,
    /// Technique.
    pub strategy: Strategy,
    /// What varies the values of a test case towards a goal, where the technique searches.
    pub algorithm: Algorithm,
    /// How alternating variables search along one of them.
    pub line_search: LineSearch,
    /// How paths are explored.
    pub paths: PathOptions,
    /// Which paths are covered, where the technique goes path by path.
    pub pathwise: PathwiseOptions,
    /// What the search minimises.
    pub fitness: FitnessKind,
    /// What the solver is made of.
    pub portfolio: Portfolio,
    /// Which assertions tests have.
    pub assertions: Assertions,
    /// Mutants of one function that the suite is run against, at most; with none, no values are looked for that show them.
    pub max_mutants: usize,
    /// Whether tests are added for mutants that none notices.
    pub tells_values: bool,
    /// Budget per unit.
    pub budget: Budget,
    /// Seed of all randomness.
    pub seed: u64,
    /// IR instructions per execution.
    pub steps: u64,
    /// Whether signed overflow is a fault.
    pub signed_overflow_faults: bool,
    /// How much memory a worker may use.
    pub memory: WorkerMemory,
    /// Where set, the functions of a file are tested together as a module, by calls of its public functions.
    pub module: Option<PublicFunctions>,
    /// Whether goals that are left open are tried by sequences of calls: objects are made by the file's own functions.
    pub constructs: bool,
    /// What the user says of functions of modules, by name.
    pub roles: BTreeMap<String, Role>,
}

/// Which assertions tests have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// All that hold.
    All,
    /// Those that notice faults, and for each test the one that shows its outcome.
    #[default]
    Effective,
    /// None: tests that only run.
    None,
}

impl Assertions {
    /// All, by their names on the command line.
    pub const NAMES: [(&'static str, Assertions); 3] =
        [("all", Self::All), ("effective", Self::Effective), ("none", Self::None)];
}

/// What a function of a module is to the object that it takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It gives one that its caller has to end.
    Makes,
    /// It makes one of a structure of its caller, which must not have been used before.
    Fills,
    /// It ends the one that it takes.
    Ends,
    /// It does nothing of the kind.
    Uses,
}

/// Which functions tests of a module may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicFunctions {
    /// By name; all that other files may call when `None`.
    pub names: Option<BTreeSet<String>>,
}

/// Which paths, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathwiseOptions {
    /// Rounds of a loop that are followed exactly: a condition that inputs decide is taken both ways so often, and once
    /// more, in one call of its function.
    pub loop_iterations: u32,
    /// Paths of one shape of inputs, at most; those that pass what others have not are enumerated first.
    pub max_paths: usize,
    /// Numbers of the paths to cover; none for all.
    pub chosen: Option<Vec<u32>>,
    /// Evaluations of the unit after which no more paths are enumerated; set when it begins.
    pub until_evals: u64,
}

impl Default for PathwiseOptions {
    fn default() -> Self {
        Self { loop_iterations: 3, max_paths: 256, chosen: None, until_evals: u64::MAX }
    }
}

/// How paths are explored.
#[derive(Clone, Copy, Debug)]
pub struct PathOptions {
    /// Searcher of the execution tree: one of [`Options::SEARCHES`].
    pub search: &'static str,
    /// Whether candidates that can reach nothing new are left out (path filtering).
    pub filters: bool,
    /// How often one way is tried in a row without covering anything, before others; 0 for ever.
    pub loop_budget: u32,
    /// Runs in the exploration of a unit, at most.
    pub iterations: Option<u64>,
    /// Whether inputs are looked for under which what runs relied on fails: indices, divisors, shifts.
    pub hunts_faults: bool,
}

impl Default for PathOptions {
    fn default() -> Self {
        Self { search: "pps-fitness", filters: true, loop_budget: 16, iterations: None, hunts_faults: false }
    }
}

/// The technique that looks for test cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Dynamic symbolic execution and search in turn.
    #[default]
    Hybrid,
    /// Random values first, then the [`Algorithm`] on each open goal.
    Search,
    /// Dynamic symbolic execution: paths of the shapes that the search finds.
    Dse,
    /// Random values only.
    Random,
    /// Path by path: the constraints of each, solved by the algorithm ([`crate::techniques::pathwise`]).
    Paths,
}

impl Strategy {
    /// All, by their names on the command line.
    pub const NAMES: [(&'static str, Strategy); 5] = [
        ("hybrid", Self::Hybrid),
        ("search", Self::Search),
        ("dse", Self::Dse),
        ("paths", Self::Paths),
        ("random", Self::Random),
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, strategy)| *strategy == self).map_or("hybrid", |(name, _)| name)
    }
}

/// The algorithm that varies the values of a test case towards a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The alternating variable method.
    #[default]
    Avm,
    /// The genetic algorithm of Wegener, Baresel and Sthamer.
    Ga,
}

impl Algorithm {
    /// All, by their names on the command line.
    pub const NAMES: [(&'static str, Algorithm); 2] = [("avm", Self::Avm), ("ga", Self::Ga)];
}

impl Options {
    /// The technique as a report names it.
    #[must_use]
    pub fn technique(&self) -> String {
        let strategy = match self.module {
            Some(_) => "module",
            None => self.strategy.name(),
        };
        match (self.algorithm, self.line_search) {
            (Algorithm::Avm, LineSearch::Pattern) => strategy.to_owned(),
            (Algorithm::Avm, line_search) => format!("{strategy} (avm, {})", line_search.name()),
            (Algorithm::Ga, _) => format!("{strategy} (ga)"),
        }
    }

    /// How machines are set up.
    #[must_use]
    pub fn machine(&self) -> Config {
        Config {
            steps: self.steps,
            signed_overflow_faults: self.signed_overflow_faults,
            memory_bytes: self.memory.machine_bytes(),
            seed: self.seed,
            ..Config::default()
        }
    }

    /// Names of the searchers of the execution tree.
    pub const SEARCHES: [&'static str; trine_dse::searchers::NAMES.len()] = trine_dse::searchers::NAMES;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            criterion: Criterion::Branch,
            mcdc: McdcVariant::Masking,
            strategy: Strategy::Hybrid,
            algorithm: Algorithm::Avm,
            line_search: LineSearch::Pattern,
            paths: PathOptions::default(),
            pathwise: PathwiseOptions::default(),
            fitness: FitnessKind::Standard,
            portfolio: Portfolio::default(),
            assertions: Assertions::All,
            max_mutants: MUTANTS.max_mutants,
            tells_values: true,
            budget: Budget::Evaluations(20_000),
            seed: 1,
            steps: 1_000_000,
            signed_overflow_faults: false,
            memory: WorkerMemory::default(),
            module: None,
            constructs: false,
            roles: BTreeMap::new(),
        }
    }
}
