//! A unit's paths explored alone: for studies that compare searchers of the execution tree.
//!
//! Every searcher gets the same shape of inputs: the one that the usual search of the unit grows in its first runs,
//! such as arrays long enough for what is read from them. Its values are the inputs; pointers stay as they are.

use super::UnitContext;
use super::setup::Surroundings;
use crate::context::search::SearchContext;
use crate::options::Strategy;
use crate::policy::SHAPES;
use crate::schedule::clock::Clock;
use crate::schedule::unit_search::UnitSearch;
use crate::techniques::symbolic::alone::{ExplorationReport, Plan, explore};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trine_base::{Budget, Stream};
use trine_dse::listing::listing;
use trine_dse::{BranchOutcome, ExecutionTree};
use trine_expr::TermPool;
use trine_inputs::Shape;

/// What became of a unit's paths.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Goals of the unit.
    pub goals: usize,
    /// The exploration.
    pub exploration: ExplorationReport,
}

impl UnitContext<'_> {
    /// The shape whose paths are worth exploring first.
    ///
    /// # Errors
    /// When the unit cannot be called: why not.
    pub fn grown_shape(&self) -> Result<Shape, String> {
        let (id, function) = self.function()?;
        let structure = self.structure(function);
        let stop = AtomicBool::new(false);
        let clock = Clock::start(Budget::Evaluations(SHAPES.growing_evals), &stop);
        let mut evaluator = self.evaluator(id, &structure, clock)?;
        let Surroundings { factory, remembers, .. } = self.surroundings(id);
        let base = factory.entry(Shape::default()).map_err(|error| error.to_string())?;
        let stub_name = |function| self.stub_name(function);
        let stream = Stream::new(self.options.seed, &self.api.callables[self.callable].symbol);
        let constants = self.constants(id);
        let strategy = Strategy::Random;
        let mut context =
            SearchContext::new(&mut evaluator, &*factory, &stub_name, strategy, stream, constants, base);
        context.remembers = remembers;
        let mut session = UnitSearch::new(context);
        session.run();
        session.context.entries.first().map(|entry| entry.shape.clone()).ok_or_else(|| "no shape".to_owned())
    }

    /// Explores the paths of `shape`, from random values on, and does nothing else. Randomness is that of the options'
    /// seed.
    ///
    /// # Errors
    /// When the unit cannot be called, or there is no such searcher: why not.
    pub fn explore_alone(&self, shape: &Shape, plan: &Plan<'_>) -> Result<Trial, String> {
        self.explore_and_look(shape, plan, |_, _| ())
    }

    /// Explores likewise, and lists the execution tree that is left ([`trine_dse::listing`]), edges by function, site, outcome and line.
    ///
    /// # Errors
    /// As of [`explore_alone`](Self::explore_alone).
    pub fn execution_tree(&self, shape: &Shape, plan: &Plan<'_>) -> Result<(Trial, String), String> {
        let mut text = String::new();
        let name = |edge: BranchOutcome| {
            let BranchOutcome { function, site, outcome } = edge;
            let line = self.program.body(function).ok().and_then(|body| body.sites[site].span);
            let line = line.map_or_else(String::new, |span| format!(" line {}", span.start.line));
            format!("{} {site}={outcome}{line}", self.program.callables[function].name)
        };
        let trial = self.explore_and_look(shape, plan, |tree, pool| text = listing(tree, pool, name))?;
        Ok((trial, text))
    }

    fn explore_and_look(
        &self,
        shape: &Shape,
        plan: &Plan<'_>,
        look: impl FnOnce(&ExecutionTree, &TermPool),
    ) -> Result<Trial, String> {
        let (id, function) = self.function()?;
        let structure = self.structure(Arc::clone(&function));
        let stop = AtomicBool::new(false);
        let mut evaluator =
            self.evaluator(id, &structure, Clock::start(Budget::Evaluations(u64::MAX), &stop))?;
        let Surroundings { factory, .. } = self.surroundings(id);
        let entry = factory.entry(shape.clone()).map_err(|error| error.to_string())?;
        let stream = Stream::new(self.options.seed, &self.api.callables[self.callable].symbol);
        let exploration = explore(&mut evaluator, &entry, plan, (&self.options.portfolio, &stream), look)
            .ok_or_else(|| format!("there is no searcher `{}`", plan.search))?;
        Ok(Trial { goals: structure.goals.len(), exploration })
    }
}
