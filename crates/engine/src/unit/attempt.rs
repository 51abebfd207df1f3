//! One search for one branch, from its settings to what came of it.
//!
//! ```text
//! turn of a fitness function    [`Portfolio`]: always the same one, or standard and enhanced in turn
//!   one climb, or generations   [`TextbookAvm`], [`GeneticAlgorithm`]
//!     evaluations               [`Measurement`]: one run of the function each ([`LeafRunner`]), measured by that fitness
//! ```
//!
//! How a language runs a function with values for its leaves is behind [`LeafRunner`]; nothing else here depends on it.
//!
//! Standard and enhanced fitness have streams of their own that start alike. A portfolio therefore does exactly what
//! its favored half would do alone until that stagnates, and the two can be compared run by run.
//!
//! Cost: an evaluation allocates nothing beyond what the function under test does.

use crate::options::Algorithm;
use crate::policy::VALUES;
use std::time::{Duration, Instant};
use trine_base::Stream;
use trine_machine::{Concrete, Domain};
use trine_search::{
    CarriesDistance, Distances, Fitness, FitnessKind, FitnessObserver, GeneticAlgorithm, GeneticConfig,
    LineSearch, Objective, Outcome, Portfolio, TextbookAvm, TextbookConfig, Uniform,
};
use trine_testcase::{LeafKind, LeafRange};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct BranchSettings {
    /// The fitness function.
    pub fitness: FitnessKind,
    /// How its values are compared.
    pub precision: Precision,
    /// Whether flags and the answers of helpers carry distances, which the published fitness does not know.
    pub flags: bool,
    /// The algorithm; alternating variables are those of the textbook.
    pub algorithm: Algorithm,
    /// How alternating variables search along one.
    pub line_search: LineSearch,
    /// Seed of all randomness.
    pub seed: u64,
    /// Evaluations, at most.
    pub budget_evals: u64,
}

/// How fitness values are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// By level, then by raw distance.
    #[default]
    Exact,
    /// As one number in double precision, the level plus d / (d + 1): neighbours look alike where d is above
    /// some 10^8, most of the domain of a 32-bit integer. So do published experiments.
    Double,
}

impl Default for BranchSettings {
    fn default() -> Self {
        Self {
            fitness: FitnessKind::Standard,
            precision: Precision::Exact,
            flags: false,
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
    /// The best fitness seen, by the fitness function in use: level plus normalized distance, 0 when covered.
    pub best: f64,
    /// Evaluations used.
    pub evaluations: u64,
    /// Time taken. Not reproducible.
    pub elapsed: Duration,
}

impl Attempt {
    /// What is known before anything is tried.
    pub(super) const NOTHING: Self =
        Self { covering: None, best: f64::MAX, evaluations: 0, elapsed: Duration::ZERO };

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

/// Runs one function, called in one way, with values for what varies of it.
pub trait LeafRunner {
    /// One run with `leaves`, from the same state as every other one.
    fn run<D: Domain>(&mut self, leaves: &[u128], domain: &mut D, observer: &mut FitnessObserver)
    where
        D::Shadow: CarriesDistance;
}

/// What a search varies.
#[derive(Clone, Copy, Debug)]
pub struct Variables<'t> {
    /// Kinds of the leaves.
    pub kinds: &'t [LeafKind],
    /// Per leaf: the values it may take; `None` for all of its kind.
    pub ranges: &'t [Option<LeafRange>],
}

/// A search under way: its objective, and the budget.
pub(super) struct Measurement<'t, R> {
    pub runner: &'t mut R,
    pub variables: Variables<'t>,
    pub distances: &'t mut Distances,
    pub settings: &'t BranchSettings,
    /// Measures by the standard fitness, and by the enhanced one.
    pub observers: [FitnessObserver; 2],
    /// Whether the analysis found that only overflow leads to the branch.
    pub takes_overflow: bool,
    /// Which of the observers measures.
    pub turn: usize,
    pub attempt: Attempt,
}

impl<R: LeafRunner> Objective for Measurement<'_, R> {
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness> {
        if self.attempt.evaluations >= self.settings.budget_evals {
            return None;
        }
        self.attempt.evaluations += 1;
        let observer = &mut self.observers[self.turn];
        observer.clear();
        if self.settings.flags {
            self.runner.run(leaves, self.distances, observer);
        } else {
            self.runner.run(leaves, &mut Concrete, observer);
        }
        let mut fitness = observer.fitness()?;
        if self.settings.precision == Precision::Double {
            fitness = fitness.in_double_precision();
        }
        self.attempt.best = self.attempt.best.min(fitness.value());
        if fitness.is_covered() {
            self.attempt.covering = Some(leaves.to_vec());
        }
        Some(fitness)
    }
}

impl<R: LeafRunner> Measurement<'_, R> {
    /// Searches until the branch is covered or the budget used; `stream` is that of either fitness function.
    pub(super) fn run(mut self, stream: &Stream) -> Attempt {
        let started = Instant::now();
        let BranchSettings { algorithm, line_search, .. } = *self.settings;
        let Variables { kinds, ranges } = self.variables;
        let mut streams = [stream.clone(), stream.clone()];
        match algorithm {
            Algorithm::Avm => {
                let config = TextbookConfig { line_search, ..TextbookConfig::default() };
                let mut avm = TextbookAvm::new(kinds, ranges, config);
                self.in_turns(|measurement, turn| avm.restart(&Uniform, &mut streams[turn], measurement));
            }
            Algorithm::Ga => {
                let mut populations =
                    [(); 2].map(|()| GeneticAlgorithm::new(kinds, GeneticConfig::default()).within(ranges));
                self.in_turns(|measurement, turn| {
                    populations[turn].proceed(
                        VALUES.patience_generations,
                        &Uniform,
                        &mut streams[turn],
                        measurement,
                    )
                });
            }
        }
        Attempt { elapsed: started.elapsed(), ..self.attempt }
    }

    /// Repeats `stretch`, which is told whose turn it is, until one does not end stuck.
    fn in_turns(&mut self, mut stretch: impl FnMut(&mut Self, usize) -> Outcome) {
        // Where only overflow leads to the branch, a climb is led astray by the sum of all conditions; a population is not.
        let is_led_astray = self.takes_overflow && self.settings.algorithm == Algorithm::Avm;
        let mut portfolio = Portfolio::new(self.settings.fitness, !is_led_astray);
        loop {
            self.turn = usize::from(portfolio.is_enhanced());
            let before = self.attempt.evaluations;
            let ended = stretch(self, self.turn);
            if ended != Outcome::Stuck || self.variables.kinds.is_empty() {
                return;
            }
            portfolio.stagnated(self.attempt.evaluations - before);
        }
    }
}
