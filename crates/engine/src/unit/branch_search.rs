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
use super::attempt::{Attempt, BranchSettings, LeafRunner, Variables};
use super::fitness_functions::FitnessFunctions;
use std::sync::Arc;
use trine_coverage::{CoverageStructure, Goal, GoalState, Target};
use trine_harness::{Harness, Plan};
use trine_inputs::Shape;
use trine_inputs::ShapeEntry;
use trine_machine::{Config, Domain};
use trine_record::{Criterion, GoalId, McdcVariant};
use trine_search::enhanced::Analysis;
use trine_search::{CarriesDistance, FitnessObserver};

/// Searches the branches of one function, each on its own.
pub struct BranchSearch<'a> {
    harness: Harness<'a>,
    entry: ShapeEntry,
    structure: CoverageStructure,
    fitness: FitnessFunctions,
}

/// Calls of a function with the objects of one shape.
struct Calls<'t, 'a> {
    harness: &'t mut Harness<'a>,
    plan: &'t Plan,
}

impl LeafRunner for Calls<'_, '_> {
    fn run<D: Domain>(&mut self, leaves: &[u128], domain: &mut D, observer: &mut FitnessObserver)
    where
        D::Shadow: CarriesDistance,
    {
        self.harness.run(self.plan, leaves, domain, observer);
    }
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
        let fitness = FitnessFunctions::new(program, function, &body);
        Ok(Self { harness, entry, structure, fitness })
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
        let all = self.branches().filter_map(|(id, _)| Some((id, self.target(id)?)));
        self.fitness.analyse(all)
    }

    /// Searches for `branch`, which must be one of [`branches`](Self::branches); another is never covered.
    pub fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt {
        let Some(target) = self.target(branch) else { return Attempt::NOTHING };
        let ShapeEntry { plan, kinds, ranges, .. } = &self.entry;
        let mut calls = Calls { harness: &mut self.harness, plan };
        self.fitness.search((branch, &target), settings, Variables { kinds, ranges }, &mut calls)
    }

    fn target(&self, branch: GoalId) -> Option<Target> {
        self.structure.targets(branch, &self.structure.new_trace()).into_iter().next()
    }
}
