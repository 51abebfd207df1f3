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
//! Where the enhanced fitness is used, a branch is analysed when first searched for, and the analysis kept.

use super::UnitContext;
use super::attempt::{Attempt, BranchSettings, Measurement};
use crate::context::enhancer::Enhancer;
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::{CoverageStructure, Goal, GoalState, Target};
use trine_harness::Harness;
use trine_inputs::Shape;
use trine_inputs::ShapeEntry;
use trine_ir::{FuncId, Function, Program};
use trine_machine::Config;
use trine_record::{Criterion, GoalId, McdcVariant};
use trine_search::enhanced::Analysis;
use trine_search::{Distances, FitnessKind, FitnessModel, FitnessObserver};

/// Searches the branches of one function, each on its own.
pub struct BranchSearch<'a> {
    program: &'a Arc<Program>,
    harness: Harness<'a>,
    entry: ShapeEntry,
    structure: CoverageStructure,
    function: FuncId,
    body: Arc<Function>,
    textbook: Arc<FitnessModel>,
    with_flags: Arc<FitnessModel>,
    enhancer: Enhancer,
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
        let program = context.program;
        let harness = Harness::new(program, context.api, config).map_err(|error| error.to_string())?;
        let factory = context.surroundings(function).factory;
        let entry = factory.entry(shape).map_err(|error| error.to_string())?;
        let structure = CoverageStructure::new(Arc::clone(&body), Criterion::Branch, McdcVariant::Masking);
        Ok(Self {
            program,
            harness,
            entry,
            structure,
            function,
            textbook: Arc::new(FitnessModel::textbook(Arc::clone(&body))),
            with_flags: Arc::new(FitnessModel::with_helpers(program, Arc::clone(&body))),
            enhancer: Enhancer::new(Arc::clone(program), Arc::clone(&body)),
            body,
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

    /// Analyses all branches for the enhanced fitness, from nothing: what that came to, branch by branch.
    #[must_use]
    pub fn analyse(&self) -> Vec<(GoalId, Analysis)> {
        let mut enhancer = Enhancer::new(Arc::clone(self.program), Arc::clone(&self.body));
        let all = self.branches().filter_map(|(id, _)| Some((id, self.target(id)?)));
        all.filter_map(|(id, target)| Some((id, enhancer.fitness(&target)?.analysis()))).collect()
    }

    /// Searches for `branch`, which must be one of [`branches`](Self::branches); another is never covered.
    pub fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt {
        let Some(target) = self.target(branch) else { return Attempt::NOTHING };
        let model = if settings.flags { &self.with_flags } else { &self.textbook };
        let mut standard = FitnessObserver::new(Arc::clone(model), self.function);
        standard.aim(&[Arc::new(model.target(&target))]);
        let mut enhanced = standard.clone();
        let fitness = match settings.fitness {
            FitnessKind::Standard => None,
            FitnessKind::Enhanced | FitnessKind::Portfolio => self.enhancer.fitness(&target),
        };
        enhanced.enhance(fitness.iter().map(|fitness| (0, Arc::clone(fitness))));
        let measurement = Measurement {
            harness: &mut self.harness,
            entry: &self.entry,
            distances: &mut self.distances,
            settings,
            observers: [standard, enhanced],
            takes_overflow: fitness.is_some_and(|fitness| fitness.takes_overflow()),
            turn: 0,
            attempt: Attempt::NOTHING,
        };
        measurement.run(&Stream::new(settings.seed, &format!("branch {}", branch.0)))
    }

    fn target(&self, branch: GoalId) -> Option<Target> {
        self.structure.targets(branch, &self.structure.new_trace()).into_iter().next()
    }
}
