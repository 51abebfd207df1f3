//! The loop: choose a candidate, solve its prefix, run the model, see where it went.
//!
//! ```text
//! select --> filter --> solve --> run --> add to the tree --> update the searcher
//! ```
//!
//! **Path filtering** (Su et al., CAUT): a candidate that can reach nothing new is not asked about. It is
//! looked at when it is chosen, so every fruitful run filters the whole pool again. What was filtered is
//! `Skipped`: it keeps the tree from being called exhausted, because it was never refuted.
//!
//! What runs relied on without a branch (an index in bounds, a divisor that is not zero) is flipped last: most
//! of it is refuted, the rest are faults.

use crate::path::Path;
use crate::searchers::{Guide, Searcher};
use crate::tree::{ExecutionTree, NodeId, NodeState};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::Program;
use trine_solver::{Answer, Limits, Solver};

/// What is explored.
pub trait Subject {
    /// The terms of its runs.
    fn pool(&mut self) -> &mut TermPool;
    /// Runs it with these values of the pool's variables.
    fn run(&mut self, inputs: &Assignment) -> Run;
}

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its path.
    pub path: Path,
    /// Goals that it covered first.
    pub covered: usize,
    /// Whether it ended in a fault.
    pub faulted: bool,
}

/// Settings of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Limits of one question.
    pub limits: Limits,
    /// Whether candidates that can reach nothing new are left out.
    pub filters: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), filters: true }
    }
}

/// What one step of an exploration did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A run; the number of goals that it covered first, and whether it took the way that was meant.
    Ran {
        /// Goals.
        covered: usize,
        /// Whether it went where the solver meant it to go.
        arrived: bool,
    },
    /// A candidate was refuted.
    Refuted,
    /// The solver gave up on a candidate.
    Unknown,
    /// A candidate was left out.
    Skipped,
    /// No candidate is left.
    Finished,
}

/// An exploration of one subject.
pub struct Explorer {
    /// The execution tree.
    pub tree: ExecutionTree,
    /// The solver.
    pub solver: Solver,
    searcher: Box<dyn Searcher>,
    settings: Settings,
    /// Opposites of what runs relied on: tried when no other candidate is left.
    sides: std::collections::VecDeque<NodeId>,
    /// Hold for all inputs.
    assumptions: Vec<Term>,
    /// Inputs of the run that each candidate came from.
    origins: rustc_hash::FxHashMap<NodeId, std::sync::Arc<Assignment>>,
}

impl Explorer {
    /// An exploration without runs.
    #[must_use]
    pub fn new(pool: &mut TermPool, solver: Solver, searcher: Box<dyn Searcher>, settings: Settings) -> Self {
        let tree = ExecutionTree::new(pool);
        Self {
            tree,
            solver,
            searcher,
            settings,
            sides: std::collections::VecDeque::new(),
            assumptions: Vec::new(),
            origins: rustc_hash::FxHashMap::default(),
        }
    }

    /// Inputs are only looked for among those for which these terms of one bit are true.
    pub fn assume(&mut self, assumptions: Vec<Term>) {
        self.assumptions = assumptions;
    }

    /// Runs `subject` with `inputs` and adds the path. Gives the goals that it covered first.
    pub fn start(&mut self, subject: &mut dyn Subject, program: &Program, inputs: &Assignment) -> usize {
        let run = subject.run(inputs);
        self.learn(subject, program, inputs, &run);
        run.covered
    }

    fn learn(&mut self, subject: &mut dyn Subject, program: &Program, inputs: &Assignment, run: &Run) {
        let added = self.tree.add(subject.pool(), program, &run.path);
        let inputs = std::sync::Arc::new(inputs.clone());
        self.sides.extend(&added.sides);
        self.sides.retain(|side| !added.taken.contains(side));
        for &candidate in added.candidates.iter().chain(&added.sides) {
            self.origins.insert(candidate, std::sync::Arc::clone(&inputs));
        }
        added.taken.iter().for_each(|taken| {
            self.origins.remove(taken);
        });
        self.searcher.update(&self.tree, &added.candidates, &added.taken, run.covered);
    }

    /// Tries the next candidate.
    pub fn step(&mut self, subject: &mut dyn Subject, program: &Program, guide: &dyn Guide) -> Progress {
        let chosen = self.searcher.select(&self.tree, guide);
        let Some(candidate) = chosen.or_else(|| self.sides.pop_front()) else { return Progress::Finished };
        let origin = self.origins.remove(&candidate);
        if self.settings.filters && self.is_irrelevant(candidate, guide) {
            self.tree.set_state(candidate, NodeState::Skipped);
            return Progress::Skipped;
        }
        let mut prefix = self.assumptions.clone();
        prefix.extend(self.tree.prefix(candidate));
        let hint = origin.map_or_else(Assignment::new, |origin| (*origin).clone());
        match self.solver.solve(subject.pool(), &prefix, &hint, &self.settings.limits) {
            Answer::Unsatisfiable => {
                self.tree.set_state(candidate, NodeState::Refuted);
                Progress::Refuted
            }
            Answer::Unknown(_) => {
                self.tree.set_state(candidate, NodeState::Unknown);
                Progress::Unknown
            }
            Answer::Satisfiable(inputs) => {
                let run = subject.run(&inputs);
                self.learn(subject, program, &inputs, &run);
                let is_side = self.tree.node(candidate).way.is_none();
                if is_side && run.faulted {
                    // The fault is the other way: it has no step of its own.
                    self.tree.set_state(candidate, NodeState::Visited);
                }
                let arrived = self.tree.node(candidate).state == NodeState::Visited;
                if !arrived {
                    self.tree.set_state(candidate, NodeState::Diverged);
                }
                Progress::Ran { covered: run.covered, arrived }
            }
        }
    }

    /// Whether nothing new can be reached by the candidate's way.
    fn is_irrelevant(&self, candidate: NodeId, guide: &dyn Guide) -> bool {
        self.tree.node(candidate).way.is_some_and(|way| !guide.covers(way) && guide.distance(way).is_none())
    }
}
