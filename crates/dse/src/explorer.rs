//! The loop: choose a candidate, solve its prefix, run the model, see where it went.
//!
//! ```text
//! select --> filter --> solve --> run --> add to the tree --> update the searcher
//! ```
//!
//! **Path filtering** (Su et al., CAUT): a candidate that can reach nothing new is not asked about. It is
//! looked at when it is chosen, so every fruitful run filters the whole pool again. What was filtered is
//! `Skipped`: it keeps the tree from being called exhausted, because it was never refuted. Deviation: what lies below a
//! way that only runs with faults took is not filtered, because such runs cover nothing; on checksums over a length
//! that nobody checks, filtering lost most of the goals without this.
//!
//! What runs relied on without a branch (an index in bounds, a divisor that is not zero) is flipped last: most
//! of it is refuted, the rest are faults.
//!
//! **Doubts**: where the searcher uses them, a new candidate is asked about along with what likely holds where paths begin
//! ([`Likely`]), within little work. If that contradicts it, the candidate is doubtful, until something that was likely is given up.
//!
//! As long as queries are short ([`Explorer::postpone`]), what the solver gives up is postponed. It comes first when they
//! are longer again: no candidate is lost because it was asked about in haste.

use crate::path::PathCondition;
use crate::searchers::{Guide, LoopBudget, Report, Searcher};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId, NodeState};
use std::collections::BTreeSet;
use std::time::Instant;
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::Program;
use trine_solver::{Answer, Limits, Solver};

/// Bytes of a term, with its place in the tables by which it is found.
const TERM_BYTES: u64 = 200;
/// Bytes of a node of the tree, with its constraint in the queries of the solver's cache.
const NODE_BYTES: u64 = 200;
/// Models of all variables that the solver keeps, about.
const CACHED_MODELS: u64 = 16;
/// Bytes of the value of a variable.
const VALUE_BYTES: u64 = size_of::<u128>() as u64;

/// Work of a query for a doubt: to refute a comparison of a number of 32 bits with the negative of another takes half of it.
const DOUBT_EFFORT: u64 = 200_000;

/// What is explored.
pub trait ProgramUnderTest {
    /// The terms of its runs.
    fn pool(&mut self) -> &mut TermPool;
    /// Runs it with these values of the pool's variables.
    fn run(&mut self, inputs: &Assignment) -> Run;
}

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its path.
    pub path: PathCondition,
    /// Goals that it covered first.
    pub covered: usize,
    /// Whether it ended in a fault.
    pub faulted: bool,
    /// Edges toward open goals that it came by and did not take, with the branch distance.
    pub misses: Vec<(BranchOutcome, f64)>,
    /// What likely holds where its path begins.
    pub likely: Likely,
}

/// What held of the subject in all runs so far, for searchers that use doubts. Nothing of it is proved.
#[derive(Clone, Debug, Default)]
pub struct Likely {
    /// Terms of one bit.
    pub conditions: Vec<Term>,
    /// Whether some of what was told before holds no longer.
    pub are_weaker: bool,
}

/// Settings of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Limits of one query.
    pub limits: Limits,
    /// Whether candidates that can reach nothing new are left out.
    pub filters: bool,
    /// How often one edge is tried in a row without covering anything, before others; 0 for ever.
    pub loop_budget: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), filters: true, loop_budget: 0 }
    }
}

/// What an exploration did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Runs.
    pub iterations: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Candidates that the solver refuted.
    pub unsatisfiable: u64,
    /// Queries that the solver gave up.
    pub unknown: u64,
    /// Candidates left out because they can reach nothing new.
    pub filtered: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.iterations += other.iterations;
        self.queries += other.queries;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        self.filtered += other.filtered;
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
    Unsatisfiable,
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
    /// What was done so far.
    pub counts: Counts,
    searcher: Box<dyn Searcher>,
    settings: Settings,
    /// Opposites of what runs relied on: tried when no other candidate is left.
    implicit_conditions: std::collections::VecDeque<NodeId>,
    /// Whether candidates that the solver gives up are postponed.
    postpones: bool,
    /// Those that were, the earliest first.
    postponed: std::collections::VecDeque<NodeId>,
    /// Hold for all inputs.
    assumptions: Vec<Term>,
    /// Inputs of the run that each candidate came from.
    origins: rustc_hash::FxHashMap<NodeId, std::sync::Arc<Assignment>>,
    /// Candidates that contradict what likely holds.
    doubtful: BTreeSet<NodeId>,
}

impl Explorer {
    /// An exploration without runs.
    #[must_use]
    pub fn new(pool: &mut TermPool, solver: Solver, searcher: Box<dyn Searcher>, settings: Settings) -> Self {
        let tree = ExecutionTree::new(pool);
        let searcher = match settings.loop_budget {
            0 => searcher,
            limit => Box::new(LoopBudget::new(searcher, limit)),
        };
        Self {
            tree,
            solver,
            counts: Counts::default(),
            searcher,
            settings,
            implicit_conditions: std::collections::VecDeque::new(),
            postpones: false,
            postponed: std::collections::VecDeque::new(),
            assumptions: Vec::new(),
            origins: rustc_hash::FxHashMap::default(),
            doubtful: BTreeSet::new(),
        }
    }

    /// Inputs are only looked for among those for which these terms of one bit are true.
    pub fn assume(&mut self, assumptions: Vec<Term>) {
        self.assumptions = assumptions;
    }

    /// What each query may take from now on: work of the solver, in the unit of
    /// [`Statistics::effort`](trine_solver::Statistics::effort), and time until `deadline`.
    pub fn limit_queries(&mut self, effort: u64, deadline: Option<Instant>) {
        self.settings.limits.effort = effort;
        self.settings.limits.deadline = deadline;
    }

    /// Whether candidates that the solver gives up from now on are postponed. Once they are not, the postponed are asked
    /// about again.
    pub fn postpone(&mut self, postpones: bool) {
        self.postpones = postpones;
    }

    /// Whether the searcher wants to hear which candidates contradict what likely holds.
    #[must_use]
    pub fn uses_doubts(&self) -> bool {
        self.searcher.uses_doubts()
    }

    /// Whether a candidate was postponed that no run has shown since.
    #[must_use]
    pub fn has_postponed(&self) -> bool {
        self.postponed.iter().any(|&id| self.tree.node(id).state == NodeState::Unknown)
    }

    /// Runs `subject` with `inputs` and adds the path. Gives the goals that it covered first.
    pub fn start(
        &mut self,
        subject: &mut dyn ProgramUnderTest,
        program: &Program,
        inputs: &Assignment,
    ) -> usize {
        let run = subject.run(inputs);
        self.learn(subject, program, inputs, &run, None);
        run.covered
    }

    /// Adds the path of a run that was made for `chosen`.
    fn learn(
        &mut self,
        subject: &mut dyn ProgramUnderTest,
        program: &Program,
        inputs: &Assignment,
        run: &Run,
        chosen: Option<NodeId>,
    ) {
        self.counts.iterations += 1;
        let added = self.tree.add(subject.pool(), program, &run.path);
        let inputs = std::sync::Arc::new(inputs.clone());
        // What else there is at the place of a fault is how runs go on; elsewhere it is how they would end.
        let at_the_end = |implicit_condition: &&NodeId| {
            run.faulted && self.tree.node(**implicit_condition).parent == behind_of(&added.path)
        };
        let first: Vec<NodeId> = added.implicit_conditions.iter().filter(at_the_end).copied().collect();
        self.implicit_conditions.extend(
            added.implicit_conditions.iter().filter(|implicit_condition| !first.contains(implicit_condition)),
        );
        first
            .iter()
            .rev()
            .for_each(|&implicit_condition| self.implicit_conditions.push_front(implicit_condition));
        for &candidate in added.candidates.iter().chain(&added.implicit_conditions) {
            self.origins.insert(candidate, std::sync::Arc::clone(&inputs));
        }
        added.taken.iter().for_each(|taken| {
            self.origins.remove(taken);
        });
        if let Some(chosen) = chosen {
            self.settle(chosen);
        }
        if self.searcher.uses_doubts() {
            self.doubt(subject.pool(), &added.candidates, &run.likely, &inputs);
        }
        let report = Report {
            chosen,
            doubtful: Some(&self.doubtful),
            pool: Some(subject.pool()),
            path: Some(&added.path),
            added: &added.candidates,
            covered: run.covered,
            misses: &run.misses,
        };
        self.searcher.update(&self.tree, &report);
    }

    /// Asks which of the candidates that a run with `inputs` added contradict what likely holds; all doubtful ones again where that is less
    /// than before.
    fn doubt(&mut self, pool: &mut TermPool, added: &[NodeId], likely: &Likely, inputs: &Assignment) {
        let tree = &self.tree;
        self.doubtful.retain(|&id| tree.node(id).state == NodeState::Candidate);
        let mut asked = added.to_vec();
        if likely.are_weaker {
            asked.extend(std::mem::take(&mut self.doubtful));
        }
        let limits = Limits { effort: DOUBT_EFFORT, ..self.settings.limits };
        for candidate in asked {
            let mut constraints = self.assumptions.clone();
            constraints.extend(tree.prefix(candidate));
            constraints.extend(&likely.conditions);
            if !likely.conditions.is_empty()
                && self.solver.solve(pool, &constraints, inputs, &limits) == Answer::Unsatisfiable
            {
                self.doubtful.insert(candidate);
            }
        }
    }

    /// Notes where the run for a candidate went. A fault that other runs relied on not to happen has a step of its own.
    fn settle(&mut self, chosen: NodeId) {
        if self.tree.node(chosen).state != NodeState::Visited {
            self.tree.set_state(chosen, NodeState::Diverged);
        }
    }

    /// Tries the next candidate.
    pub fn step(
        &mut self,
        subject: &mut dyn ProgramUnderTest,
        program: &Program,
        guide: &dyn Guide,
    ) -> Progress {
        let chosen = self.next_postponed().or_else(|| self.searcher.select(&self.tree, guide));
        let Some(candidate) = chosen.or_else(|| self.next_implicit()) else { return Progress::Finished };
        if self.settings.filters && self.is_irrelevant(candidate, guide) {
            self.origins.remove(&candidate);
            self.tree.set_state(candidate, NodeState::Skipped);
            self.counts.filtered += 1;
            return Progress::Skipped;
        }
        self.attempt(subject, program, candidate)
    }

    /// Tries the next of what runs relied on: inputs for which an index is out of bounds, a divisor is zero.
    /// No branch leads to these, so no goal does.
    pub fn hunt(&mut self, subject: &mut dyn ProgramUnderTest, program: &Program) -> Progress {
        match self.next_implicit() {
            Some(candidate) => self.attempt(subject, program, candidate),
            None => Progress::Finished,
        }
    }

    /// The next of what runs relied on that no run has contradicted meanwhile.
    fn next_implicit(&mut self) -> Option<NodeId> {
        let Self { implicit_conditions, tree, .. } = self;
        std::iter::from_fn(|| implicit_conditions.pop_front())
            .find(|&id| tree.node(id).state == NodeState::Candidate)
    }

    /// The next of what was postponed that no run has shown since; none as long as candidates are postponed.
    fn next_postponed(&mut self) -> Option<NodeId> {
        let Self { postpones, postponed, tree, .. } = self;
        if *postpones {
            return None;
        }
        std::iter::from_fn(|| postponed.pop_front()).find(|&id| tree.node(id).state == NodeState::Unknown)
    }

    /// Tries a candidate along with conditions that are expected further down. With conditions, a refutation says
    /// nothing of the candidate, which stays one. What is no candidate any more is passed over.
    pub fn ask(
        &mut self,
        subject: &mut dyn ProgramUnderTest,
        program: &Program,
        candidate: NodeId,
        conditions: &[Term],
    ) -> Progress {
        if self.tree.node(candidate).state != NodeState::Candidate {
            return Progress::Skipped;
        }
        if conditions.is_empty() {
            return self.attempt(subject, program, candidate);
        }
        let hint = self.origins.get(&candidate).map_or_else(Assignment::new, |origin| (**origin).clone());
        let mut constraints = self.assumptions.clone();
        constraints.extend(self.tree.prefix(candidate));
        constraints.extend(conditions);
        self.counts.queries += 1;
        match self.solver.solve(subject.pool(), &constraints, &hint, &self.settings.limits) {
            Answer::Unsatisfiable => Progress::Unsatisfiable,
            Answer::Unknown(_) => Progress::Unknown,
            Answer::Satisfiable(inputs) => {
                let run = subject.run(&inputs);
                self.learn(subject, program, &inputs, &run, None);
                let arrived = self.tree.node(candidate).state == NodeState::Visited;
                Progress::Ran { covered: run.covered, arrived }
            }
        }
    }

    /// Solves for a candidate, and runs what comes out.
    fn attempt(
        &mut self,
        subject: &mut dyn ProgramUnderTest,
        program: &Program,
        candidate: NodeId,
    ) -> Progress {
        let origin = self.origins.remove(&candidate);
        let mut prefix = self.assumptions.clone();
        prefix.extend(self.tree.prefix(candidate));
        self.counts.queries += 1;
        let hint = origin.as_ref().map_or_else(Assignment::new, |origin| (**origin).clone());
        match self.solver.solve(subject.pool(), &prefix, &hint, &self.settings.limits) {
            Answer::Unsatisfiable => {
                self.tree.set_state(candidate, NodeState::Unsatisfiable);
                self.counts.unsatisfiable += 1;
                Progress::Unsatisfiable
            }
            Answer::Unknown(_) => {
                self.tree.set_state(candidate, NodeState::Unknown);
                self.counts.unknown += 1;
                if self.postpones {
                    self.postponed.push_back(candidate);
                    self.origins.extend(origin.map(|origin| (candidate, origin)));
                }
                Progress::Unknown
            }
            Answer::Satisfiable(inputs) => {
                let run = subject.run(&inputs);
                self.learn(subject, program, &inputs, &run, Some(candidate));
                let arrived = self.tree.node(candidate).state == NodeState::Visited;
                Progress::Ran { covered: run.covered, arrived }
            }
        }
    }

    /// Bytes that this takes together with the terms in `pool`, estimated from what can be counted: the same in every
    /// run, and never less for having done more.
    #[must_use]
    pub fn size_bytes(&self, pool: &TermPool) -> u64 {
        // Inputs are kept for candidates of a run, some models by the cache of the solver.
        let assignments = self.counts.iterations + CACHED_MODELS;
        let assignment_bytes = VALUE_BYTES * pool.variables().len() as u64;
        TERM_BYTES * pool.len() as u64 + NODE_BYTES * self.tree.len() as u64 + assignment_bytes * assignments
    }

    /// Whether nothing new can be reached by the candidate's way.
    fn is_irrelevant(&self, candidate: NodeId, guide: &dyn Guide) -> bool {
        self.tree.node(candidate).edge.is_some()
            && !guide.is_must_relevant(&self.tree, candidate)
            && guide.distance(&self.tree, candidate).is_none()
            && !self.leads_through_open(candidate, guide)
    }

    /// Whether a way above the candidate was taken and yet is not covered: the runs that took it ended in faults,
    /// which cover nothing. The candidate may be the way to end well, whatever else it leads to.
    fn leads_through_open(&self, candidate: NodeId, guide: &dyn Guide) -> bool {
        let above = |&id: &NodeId| self.tree.node(id).parent;
        std::iter::successors(self.tree.node(candidate).parent, above)
            .any(|id| guide.is_must_relevant(&self.tree, id))
    }
}

/// The node that the last step of a path goes on from.
fn behind_of(path: &[NodeId]) -> Option<NodeId> {
    match path {
        [] => None,
        [_] => Some(ExecutionTree::ROOT),
        [.., above, _] => Some(*above),
    }
}
