//! The fitness functions by which experiments search for the branches of one function: the standard one, with flags and
//! without, and the enhanced one.
//!
//! Knows a branch by its target in the IR, and the function as something that runs with values for its leaves
//! ([`LeafRunner`]): how a language finds its branches and calls its functions is not known here.

use super::attempt::{Attempt, BranchSettings, LeafRunner, Measurement, Variables};
use crate::context::enhancer::Enhancer;
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::Target;
use trine_ir::{FuncId, Function, Program};
use trine_record::GoalId;
use trine_search::enhanced::Analysis;
use trine_search::{Distances, FitnessKind, FitnessModel, FitnessObserver};

/// The fitness functions of one function.
pub struct FitnessFunctions {
    program: Arc<Program>,
    function: FuncId,
    body: Arc<Function>,
    textbook: Arc<FitnessModel>,
    with_flags: Arc<FitnessModel>,
    enhancer: Enhancer,
    distances: Distances,
}

impl FitnessFunctions {
    /// Those of `function`, whose body in `program` is `body`.
    #[must_use]
    pub fn new(program: &Arc<Program>, function: FuncId, body: &Arc<Function>) -> Self {
        Self {
            program: Arc::clone(program),
            function,
            body: Arc::clone(body),
            textbook: Arc::new(FitnessModel::textbook(Arc::clone(body))),
            with_flags: Arc::new(FitnessModel::with_helpers(program, Arc::clone(body))),
            enhancer: Enhancer::new(Arc::clone(program), Arc::clone(body)),
            distances: Distances::default(),
        }
    }

    /// Analyses `branches` for the enhanced fitness, from nothing: what that came to, branch by branch.
    pub fn analyse(&self, branches: impl IntoIterator<Item = (GoalId, Target)>) -> Vec<(GoalId, Analysis)> {
        let mut enhancer = Enhancer::new(Arc::clone(&self.program), Arc::clone(&self.body));
        let all = branches.into_iter();
        all.filter_map(|(id, target)| Some((id, enhancer.fitness(&target)?.analysis()))).collect()
    }

    /// Searches for one branch: its number, which names the random stream, and its target.
    pub fn search(
        &mut self,
        (branch, target): (GoalId, &Target),
        settings: &BranchSettings,
        variables: Variables<'_>,
        runner: &mut impl LeafRunner,
    ) -> Attempt {
        let model = if settings.flags { &self.with_flags } else { &self.textbook };
        let mut standard = FitnessObserver::new(Arc::clone(model), self.function);
        standard.aim(&[Arc::new(model.target(target))]);
        let mut enhanced = standard.clone();
        let fitness = match settings.fitness {
            FitnessKind::Standard => None,
            FitnessKind::Enhanced | FitnessKind::Portfolio => self.enhancer.fitness(target),
        };
        enhanced.enhance(fitness.iter().map(|fitness| (0, Arc::clone(fitness))));
        let measurement = Measurement {
            runner,
            variables,
            distances: &mut self.distances,
            settings,
            observers: [standard, enhanced],
            takes_overflow: fitness.is_some_and(|fitness| fitness.takes_overflow()),
            turn: 0,
            attempt: Attempt::NOTHING,
        };
        measurement.run(&Stream::new(settings.seed, &format!("branch {}", branch.0)))
    }
}
