//! Dynamic symbolic execution of a unit: paths of one shape, with its leaves as the inputs.
//!
//! ```text
//! shape --> variables, one per leaf --> explorer (tree, searcher, solver) --> leaves --> evaluator --> archive
//! ```
//!
//! Each shape has an exploration of its own: its objects, and with them the meaning of addresses, differ. Rounds go
//! through the shapes; a shape that adapts to what a run asks for starts anew. A question to the solver counts
//! as evaluations, so that a budget of evaluations bounds the solver too.

pub mod alone;
mod bindings;
mod guide;

use crate::evaluator::Evaluator;
use crate::session::Session;
use crate::shapes::ShapeEntry;
use bindings::Inputs;
use guide::GoalGuide;
use std::sync::Arc;
use std::time::Instant;
use trine_base::Stream;
use trine_dse::{Concolic, Explorer, PathObserver, Progress, Run, Settings, Subject, searchers};
use trine_expr::{Assignment, TermPool};
use trine_harness::Ending;
use trine_solver::{Limits, Solver};

/// Conflicts of one question.
const CONFLICTS: u32 = 5_000;
/// Evaluations that a question to the solver counts as.
const QUESTION_EVALS: u64 = 10;
/// Archived tests that an exploration starts from.
const STARTS: usize = 8;
/// Terms of one exploration, at most: some fifty megabytes. Runs of long loops reach it.
const MOST_TERMS: usize = 300_000;
/// Shapes whose paths are explored, at most.
const MOST_EXPLORATIONS: usize = 24;
/// Candidates of one shape in the first round; each round doubles it.
pub(crate) const FIRST_STEPS: u64 = 64;

/// The paths of one shape.
pub struct Exploration {
    entry: Arc<ShapeEntry>,
    inputs: Inputs,
    domain: Concolic,
    observer: PathObserver,
    explorer: Explorer,
    /// Whether a run depended on inputs in a way that has no term.
    imprecise: bool,
    finished: bool,
    /// Questions to the solver before it was given up.
    questions: u64,
}

impl Exploration {
    /// Questions to the solver end at `deadline`.
    fn new(
        entry: &Arc<ShapeEntry>,
        search: &str,
        stream: &Stream,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let mut domain = Concolic::new();
        let inputs = Inputs::new(&mut domain.pool, entry);
        let searcher = searchers::by_name(search, stream.clone())?;
        let limits = Limits { conflicts: CONFLICTS, deadline, ..Limits::default() };
        let settings = Settings { limits, filters: true };
        let mut explorer = Explorer::new(&mut domain.pool, Solver::default(), searcher, settings);
        explorer.assume(inputs.ranges(&mut domain.pool, entry));
        let observer = PathObserver::new(&domain);
        Some(Self {
            entry: Arc::clone(entry),
            inputs,
            domain,
            observer,
            explorer,
            imprecise: false,
            finished: false,
            questions: 0,
        })
    }
}

impl Exploration {
    /// Ends it without having seen all: nothing is proved by it. Its terms are freed.
    fn give_up(&mut self) {
        self.questions += self.explorer.solver.statistics().queries;
        (self.finished, self.imprecise) = (true, true);
        self.domain = Concolic::new();
        let none = Box::new(searchers::DepthFirst::default());
        self.explorer = Explorer::new(&mut self.domain.pool, Solver::default(), none, Settings::default());
    }
}

/// One shape's runs, as the explorer sees them.
struct Running<'x, 'a> {
    evaluator: &'x mut Evaluator<'a>,
    entry: &'x ShapeEntry,
    inputs: &'x Inputs,
    domain: &'x mut Concolic,
    observer: &'x mut PathObserver,
    imprecise: &'x mut bool,
}

impl Subject for Running<'_, '_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let leaves = self.inputs.leaves(inputs, self.entry);
        let before = self.evaluator.archive.covered_count();
        self.observer.clear();
        let (known, entry) = (self.inputs, self.entry);
        let bind = |domain: &mut Concolic, address: &dyn Fn(trine_harness::Root) -> u64| {
            let bound = known.bindings(&mut domain.pool, entry, address);
            domain.bind(bound);
        };
        let result = self.evaluator.evaluate_symbolically(entry, &leaves, self.domain, self.observer, bind);
        let was_cut = matches!(result.ending, Ending::Limit(_) | Ending::Unsupported(_));
        *self.imprecise |= was_cut || self.domain.is_imprecise();
        let program = Arc::clone(self.evaluator.harness.program());
        let path = self.observer.path(self.domain, &program);
        let faulted = matches!(result.ending, Ending::Fault(_));
        Run { path, covered: self.evaluator.archive.covered_count() - before, faulted }
    }
}

impl Session<'_, '_> {
    /// Explores paths until every goal is covered, the budget is used, or no candidate of any shape is left.
    pub(crate) fn explore_all_paths(&mut self) {
        let mut steps = FIRST_STEPS;
        while !self.done() && self.explore_paths(steps) {
            steps = steps.saturating_mul(2);
        }
    }

    /// Tries up to `steps` candidates of every shape. Whether there were any.
    pub(crate) fn explore_paths(&mut self, steps: u64) -> bool {
        if self.lay_on_heap() {
            // Paths of shapes that are no more.
            self.explorations.clear();
        }
        let mut explorations = std::mem::take(&mut self.explorations);
        let mut progressed = false;
        let mut at = 0;
        // Following hints adds shapes.
        while at < self.entries.len() && !self.done() {
            let entry = Arc::clone(&self.entries[at]);
            let known = explorations.iter().position(|known| known.entry.shape == entry.shape);
            let known = known.or_else(|| {
                if explorations.len() >= MOST_EXPLORATIONS {
                    return None;
                }
                let mut new =
                    Exploration::new(&entry, self.search, &self.stream, self.evaluator.clock.deadline())?;
                self.start_exploration(&mut new);
                explorations.push(new);
                Some(explorations.len() - 1)
            });
            if let Some(known) = known
                && !explorations[known].finished
            {
                progressed |= self.continue_exploration(&mut explorations[known], steps) > 0;
            }
            at += 1;
        }
        self.follow_hints();
        self.proved_by_paths = self.all_paths(&explorations);
        let questions = |one: &Exploration| one.questions + one.explorer.solver.statistics().queries;
        self.solver_calls = explorations.iter().map(questions).sum();
        self.explorations = explorations;
        progressed
    }

    /// The proof that what is not covered is infeasible: all paths of the only shape there is.
    fn all_paths(&self, explorations: &[Exploration]) -> Option<String> {
        let [one] = explorations else { return None };
        let tree = &one.explorer.tree;
        // Other shapes of what pointers point to have paths of their own.
        let is_only_shape = one.entry.slots.is_empty();
        let complete = is_only_shape && one.finished && !one.imprecise && one.inputs.is_complete();
        (complete && self.entries.len() == 1 && tree.is_exhausted_but_for_skipped()).then(|| {
            let refuted = tree.count(trine_dse::NodeState::Refuted);
            format!("every path was run or refuted: {refuted} ways were refuted by the solver, and no other leads there")
        })
    }

    fn start_exploration(&mut self, exploration: &mut Exploration) {
        let entry = Arc::clone(&exploration.entry);
        let tests: Vec<_> = self.evaluator.archive.candidates.iter().rev().take(STARTS).collect();
        let mut starts: Vec<Vec<u128>> = tests.iter().map(|candidate| entry.adopt(&candidate.test)).collect();
        starts.push(entry.defaults.clone());
        starts.dedup();
        let program = Arc::clone(self.evaluator.harness.program());
        for leaves in starts {
            let inputs = exploration.inputs.assignment(&entry.allowed(&leaves));
            let Exploration { inputs: known, domain, observer, explorer, imprecise, .. } = exploration;
            let evaluator = &mut *self.evaluator;
            let mut subject =
                Running { evaluator, entry: &entry, inputs: known, domain, observer, imprecise };
            explorer.start(&mut subject, &program, &inputs);
            if self.done() {
                return;
            }
        }
    }

    /// Tries candidates; the number of those tried.
    fn continue_exploration(&mut self, exploration: &mut Exploration, steps: u64) -> u64 {
        let entry = Arc::clone(&exploration.entry);
        let program = Arc::clone(self.evaluator.harness.program());
        let mut guide = GoalGuide::new(self.evaluator);
        for step in 0..steps {
            if self.done() {
                return step;
            }
            if exploration.domain.pool.len() > MOST_TERMS {
                exploration.give_up();
                return step;
            }
            let Exploration { inputs, domain, observer, explorer, imprecise, .. } = exploration;
            let evaluator = &mut *self.evaluator;
            let mut subject = Running { evaluator, entry: &entry, inputs, domain, observer, imprecise };
            match explorer.step(&mut subject, &program, &guide) {
                Progress::Finished => {
                    exploration.finished = true;
                    return step;
                }
                Progress::Ran { covered, .. } => {
                    self.evaluator.clock.evaluations += QUESTION_EVALS;
                    if covered > 0 {
                        guide = GoalGuide::new(self.evaluator);
                    }
                }
                Progress::Refuted | Progress::Unknown => self.evaluator.clock.evaluations += QUESTION_EVALS,
                Progress::Skipped => {}
            }
        }
        steps
    }
}
