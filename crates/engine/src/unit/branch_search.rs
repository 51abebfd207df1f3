//! One branch searched on its own: the protocol of published experiments (Baars et al. 2011, section V).
//!
//! ```text
//! UnitContext, Shape --BranchSearch::new--> one skeleton: only its leaves vary
//! BranchSearch::search(branch, settings) --> Attempt    covered or not, after how many evaluations
//! ```
//!
//! What a user's run does to be fast would spoil a comparison of fitness functions, so none of it happens here: no
//! coverage by accident, no archive to start from, no constants of the code, no shapes that grow, no memory of earlier
//! searches. Points are drawn uniformly; the budget is in evaluations, and one evaluation is one run of the function.
//! The same seed draws the same first points whatever the fitness function, so that runs can be paired.
//!
//! A branch counts as covered when a run took it, however that run ended: instrumented code would have said
//! so too. Leaves keep to the ranges of the preconditions.
//!
//! Cost: an evaluation allocates nothing beyond what the function under test does.

use super::UnitContext;
use crate::options::Algorithm;
use crate::shape::Shape;
use crate::shapes::ShapeEntry;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_base::Stream;
use trine_coverage::{CoverageStructure, Goal, GoalState, Target};
use trine_harness::Harness;
use trine_ir::FuncId;
use trine_machine::{Concrete, Config};
use trine_record::{Criterion, GoalId, McdcVariant};
use trine_search::{
    Distances, Fitness, FitnessModel, FitnessObserver, GeneticAlgorithm, GeneticConfig, LineSearch,
    TextbookAvm, TextbookConfig, Uniform,
};

/// The fitness function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FitnessKind {
    /// Approach level and branch distance (Wegener), nothing else.
    #[default]
    Standard,
    /// The same, with the distances that flags and the answers of helpers carry.
    Flags,
}

impl FitnessKind {
    /// All, by name.
    pub const NAMES: [(&'static str, FitnessKind); 2] =
        [("standard", Self::Standard), ("flags", Self::Flags)];
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct BranchSettings {
    /// The fitness function.
    pub fitness: FitnessKind,
    /// The algorithm; alternating variables are those of the textbook.
    pub algorithm: Algorithm,
    /// How alternating variables search along one.
    pub line_search: LineSearch,
    /// Seed of all randomness.
    pub seed: u64,
    /// Evaluations, at most.
    pub budget_evals: u64,
}

impl Default for BranchSettings {
    fn default() -> Self {
        Self {
            fitness: FitnessKind::Standard,
            algorithm: Algorithm::Avm,
            line_search: LineSearch::Pattern,
            seed: 1,
            budget_evals: 100_000,
        }
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The values that cover the branch; `None` when the budget was used before.
    pub covering: Option<Vec<u128>>,
    /// The best fitness seen: approach level plus normalized distance, 0 when covered.
    pub best: f64,
    /// Evaluations used.
    pub evaluations: u64,
    /// Time taken. Not reproducible.
    pub elapsed: Duration,
}

impl Attempt {
    /// Whether the branch was covered.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.covering.is_some()
    }

    /// Evaluations per second.
    #[must_use]
    pub fn evaluations_per_second(&self) -> f64 {
        self.evaluations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Searches the branches of one function, each on its own.
pub struct BranchSearch<'a> {
    harness: Harness<'a>,
    entry: ShapeEntry,
    structure: CoverageStructure,
    function: FuncId,
    textbook: Arc<FitnessModel>,
    with_flags: Arc<FitnessModel>,
    distances: Distances,
}

impl<'a> BranchSearch<'a> {
    /// A search of the function of `context`, called with the objects of `shape`. Of the context's options the steps and
    /// signed overflow count.
    ///
    /// # Errors
    /// What about the function or the shape is not supported.
    pub fn new(context: &UnitContext<'a>, shape: Shape) -> Result<Self, String> {
        let (function, body) = context.function()?;
        let config = Config {
            steps: context.options.steps,
            signed_overflow_faults: context.options.signed_overflow_faults,
            ..Config::default()
        };
        let harness =
            Harness::new(context.program, context.api, config).map_err(|error| error.to_string())?;
        let factory = context.surroundings(function).factory;
        let entry = factory.entry(shape).map_err(|error| error.to_string())?;
        let structure = CoverageStructure::new(Arc::clone(&body), Criterion::Branch, McdcVariant::Masking);
        Ok(Self {
            harness,
            entry,
            structure,
            function,
            textbook: Arc::new(FitnessModel::textbook(Arc::clone(&body))),
            with_flags: Arc::new(FitnessModel::with_helpers(context.program, body)),
            distances: Distances::default(),
        })
    }

    /// The branches that can be searched for, in the order of the source.
    pub fn branches(&self) -> impl Iterator<Item = (GoalId, &Goal)> {
        let goals = self.structure.goals.iter_enumerated();
        goals.filter(|(id, goal)| goal.state == GoalState::Open && self.target(*id).is_some())
    }

    /// The objects and values that vary.
    #[must_use]
    pub fn entry(&self) -> &ShapeEntry {
        &self.entry
    }

    /// Searches for `branch`, which must be one of [`branches`](Self::branches); another is never covered.
    pub fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt {
        let Some(target) = self.target(branch) else {
            return Attempt { covering: None, best: f64::MAX, evaluations: 0, elapsed: Duration::ZERO };
        };
        let model = match settings.fitness {
            FitnessKind::Standard => &self.textbook,
            FitnessKind::Flags => &self.with_flags,
        };
        let mut observer = FitnessObserver::new(Arc::clone(model), self.function);
        observer.aim(&[Arc::new(model.target(&target))]);
        let Self { harness, entry, distances, .. } = self;
        let mut evaluate = |leaves: &[u128]| {
            observer.clear();
            match settings.fitness {
                FitnessKind::Standard => harness.run(&entry.plan, leaves, &mut Concrete, &mut observer),
                FitnessKind::Flags => harness.run(&entry.plan, leaves, distances, &mut observer),
            };
            observer.fitness()
        };
        let stream = Stream::new(settings.seed, &format!("branch {}", branch.0));
        Budgeted { left: settings.budget_evals, best: None, evaluate: &mut evaluate }
            .search(entry, settings, stream)
    }

    fn target(&self, branch: GoalId) -> Option<Target> {
        self.structure.targets(branch, &self.structure.new_trace()).into_iter().next()
    }
}

/// An objective that may be asked so often only.
struct Budgeted<'e> {
    left: u64,
    best: Option<Fitness>,
    evaluate: &'e mut dyn FnMut(&[u128]) -> Option<Fitness>,
}

impl Budgeted<'_> {
    fn search(mut self, entry: &ShapeEntry, settings: &BranchSettings, mut stream: Stream) -> Attempt {
        let started = Instant::now();
        let mut covering = None;
        let mut objective = |leaves: &[u128]| {
            self.left = self.left.checked_sub(1)?;
            let fitness = (self.evaluate)(leaves)?;
            self.best = Some(self.best.map_or(fitness, |best| best.min(fitness)));
            if fitness.is_covered() {
                covering = Some(leaves.to_vec());
            }
            Some(fitness)
        };
        match settings.algorithm {
            Algorithm::Avm => {
                let config =
                    TextbookConfig { line_search: settings.line_search, ..TextbookConfig::default() };
                let mut search = TextbookAvm::new(&entry.kinds, &entry.ranges, config);
                search.run(&Uniform, &mut stream, &mut objective);
            }
            Algorithm::Ga => {
                let mut search =
                    GeneticAlgorithm::new(&entry.kinds, GeneticConfig::default()).within(&entry.ranges);
                search.run(None, &Uniform, &mut stream, &mut objective);
            }
        }
        Attempt {
            covering,
            best: self.best.map_or(f64::MAX, Fitness::value),
            evaluations: settings.budget_evals - self.left,
            elapsed: started.elapsed(),
        }
    }
}
