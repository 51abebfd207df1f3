//! Path exploration alone: the paths of one shape under one searcher, with nothing before it and nothing beside it.
//!
//! What studies of searchers compare. The loop is Algorithm 1 of Su et al. ("Automated coverage-driven test data
//! generation using dynamic symbolic execution", SERE 2014): one random input, then one candidate after the other, until
//! every goal is covered, no candidate is left, or the iterations or the work allowed are used up. An iteration is one run.
//!
//! The search of a unit differs: it tries values and shapes before any query is asked, and goes on with both.

use super::Running;
use super::bindings::Inputs;
use super::guide::GoalGuide;
use super::misses::NearMisses;
use crate::context::evaluator::Evaluator;
use crate::policy::PATHS;
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::GoalState;
use trine_dse::{Concolic, ExecutionTree, Explorer, PathObserver, Progress, Settings, searchers};
use trine_expr::{Assignment, TermPool};
use trine_inputs::ShapeEntry;
use trine_search::RandomValues;
use trine_solver::{Limits, Portfolio, Solver};

/// Why an exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every goal is covered.
    Covered,
    /// No candidate is left.
    Exhausted,
    /// The iterations or queries are used up.
    Bound,
    /// The work is done that the plan allows.
    TooMuchWork,
    /// The terms took too much memory.
    TooManyTerms,
}

/// What an exploration did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorationReport {
    /// Covered goals after each run: as many entries as there were iterations.
    pub covered: Vec<usize>,
    /// Candidates that the solver found inputs for.
    pub satisfied: usize,
    /// Candidates that it refuted.
    pub unsatisfiable: usize,
    /// Candidates that it gave up on.
    pub unknown: usize,
    /// Candidates left out because they could reach nothing new.
    pub filtered: usize,
    /// Why it ended.
    pub ending: Ending,
}

/// Which paths, and how many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<'p> {
    /// Name of the searcher.
    pub search: &'p str,
    /// Whether candidates that can reach nothing new are left out.
    pub filters: bool,
    /// Runs, at most.
    pub iterations: usize,
    /// Queries to the solver, at most.
    pub queries: usize,
    /// Conflicts of one query, at most.
    pub conflicts: u32,
    /// Work of one query, at most, in the unit of [`trine_solver::Statistics::effort`].
    pub query_effort: u64,
    /// Work of the whole exploration, in the same unit: of the solver, and [`INSTRUCTION_EFFORT`] for each instruction
    /// that is run. So each exploration ends in about the same time at the latest, whatever the machine.
    pub effort: u64,
}

/// Work of an instruction on values and terms.
pub const INSTRUCTION_EFFORT: u64 = 20;

/// Explores the paths of `entry` with a solver of this `portfolio`, and lets `look` see the tree that is left; `None` when there is
/// no such searcher.
pub fn explore(
    evaluator: &mut Evaluator<'_>,
    entry: &ShapeEntry,
    plan: &Plan<'_>,
    (portfolio, stream): (&Portfolio, &Stream),
    look: impl FnOnce(&ExecutionTree, &TermPool),
) -> Option<ExplorationReport> {
    let mut domain = Concolic::new();
    let inputs = Inputs::new(&mut domain.pool, entry);
    let searcher = searchers::by_name(plan.search, &stream.split("searcher"))?;
    let limits = Limits { conflicts: plan.conflicts, effort: plan.query_effort, ..Limits::default() };
    let settings = Settings { limits, filters: plan.filters, ..Settings::default() };
    let mut explorer = Explorer::new(&mut domain.pool, Solver::new(portfolio), searcher, settings);
    explorer.assume(inputs.ranges(&mut domain.pool, entry));
    let mut observer = PathObserver::new(&domain);
    let mut misses = misses(evaluator, &guide(evaluator));
    let (mut imprecise, mut unmet_request, mut runs) = (false, None, Vec::new());
    let mut used_up_inputs = false;
    let mut running = Running {
        evaluator,
        converted: None,
        entry,
        inputs: &inputs,
        domain: &mut domain,
        observer: &mut observer,
        misses: &mut misses,
        imprecise: &mut imprecise,
        unmet_request: &mut unmet_request,
        runs: &mut runs,
        used_up_inputs: &mut used_up_inputs,
        instructions: 0,
    };
    let mut leaves = entry.defaults.clone();
    RandomValues::default().fill(&entry.kinds, &mut stream.split("start"), &mut leaves);
    let start = inputs.assignment(&entry.allowed(&leaves));
    let report = follow(&mut explorer, &mut running, &start, plan);
    look(&explorer.tree, &domain.pool);
    Some(report)
}

/// What is still to be covered; no other call follows.
fn guide<'f>(evaluator: &Evaluator<'f>) -> GoalGuide<'f> {
    GoalGuide::new(evaluator, false)
}

/// Measures how near runs come to that.
fn misses(evaluator: &Evaluator<'_>, goals: &GoalGuide<'_>) -> NearMisses {
    NearMisses::new(goals, evaluator.structure.function(), &evaluator.members)
}

/// The loop, from a run with the inputs `start` on.
fn follow(
    explorer: &mut Explorer,
    running: &mut Running<'_, '_>,
    start: &Assignment,
    plan: &Plan<'_>,
) -> ExplorationReport {
    let program = Arc::clone(running.evaluator.harness.program());
    explorer.start(running, &program, start);
    let mut done = ExplorationReport::started(running.evaluator.archive.covered_count());
    let mut goals = guide(running.evaluator);
    loop {
        let work = explorer.solver.statistics().effort + running.instructions * INSTRUCTION_EFFORT;
        if let Some(ending) = done.end(running, work, plan) {
            done.ending = ending;
            return done;
        }
        match explorer.step(running, &program, &goals) {
            Progress::Finished => {
                done.ending = Ending::Exhausted;
                return done;
            }
            Progress::Ran { covered, .. } => {
                done.satisfied += 1;
                done.covered.push(running.evaluator.archive.covered_count());
                if covered > 0 {
                    goals = guide(running.evaluator);
                    *running.misses = misses(running.evaluator, &goals);
                }
            }
            Progress::Unsatisfiable => done.unsatisfiable += 1,
            Progress::Unknown => done.unknown += 1,
            Progress::Skipped => done.filtered += 1,
        }
    }
}

impl ExplorationReport {
    fn started(covered: usize) -> Self {
        let covered = vec![covered];
        Self { covered, satisfied: 0, unsatisfiable: 0, unknown: 0, filtered: 0, ending: Ending::Bound }
    }

    /// Why it ends now, if it does.
    fn end(&self, running: &Running<'_, '_>, work: u64, plan: &Plan<'_>) -> Option<Ending> {
        let Evaluator { structure, archive, .. } = &*running.evaluator;
        let is_open = |goal| structure.goals[goal].state == GoalState::Open && archive.is_open(goal);
        if !structure.goals.indices().any(is_open) {
            Some(Ending::Covered)
        } else if running.domain.pool.len() > PATHS.max_exploration_terms {
            Some(Ending::TooManyTerms)
        } else if self.covered.len() >= plan.iterations || self.queries() >= plan.queries {
            Some(Ending::Bound)
        } else if work >= plan.effort {
            Some(Ending::TooMuchWork)
        } else {
            None
        }
    }

    /// Candidates that the solver was asked about.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.satisfied + self.unsatisfiable + self.unknown
    }

    /// Goals covered in the end.
    #[must_use]
    pub fn covered_at_last(&self) -> usize {
        self.covered.last().copied().unwrap_or(0)
    }
}
