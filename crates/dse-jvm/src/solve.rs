//! A run of a sequence with variables, and models of the ways that it did not take.

use crate::inputs::{Bound, Inputs};
use crate::runs::SymbolicRuns;
use crate::strings;
use std::collections::VecDeque;
use trine_dse::{Flip, PathCondition, Seen, Shown, Step, StepKind, Tried};
use trine_harness_jvm::Stage;
use trine_jdk::vm::Vm;
use trine_solver::{Answer, Limits, Solver};
use trine_testcase::objects::{Constants, Sequence};

/// Terms beyond which all is forgotten: some fifty megabytes.
const MAX_TERMS: usize = 300_000;

/// Work of a query, a fifth of a millisecond: nine of ten that have a model take less.
const FIRST_EFFORT: u64 = 20_000;

/// Work of one query at most, some ten milliseconds.
const MAX_EFFORT: u64 = 1_280_000;

/// By what the work of a query grows each time that the solver gave up on what it was for, as a power of two.
const EFFORT_GROWTH: u32 = 2;

/// Queries for the flips of one path.
const MAX_QUERIES: u64 = 40;

/// An edge of the program, by its number in the machine.
pub type Edge = u32;

/// A sequence that a model gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The sequence.
    pub sequence: Sequence,
    /// The edge that its run is to take, where the path says.
    pub edge: Option<Edge>,
}

/// What is asked of one symbolic run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Sequences at most.
    pub max_solutions: usize,
    /// Work of the solver after which no other query is begun.
    pub effort: u64,
    /// Whether branches that were left by both edges stay as they are.
    pub half_covered_only: bool,
}

impl Request {
    /// So many sequences, however hard they are to find.
    #[must_use]
    pub fn patient(max_solutions: usize) -> Self {
        Self { max_solutions, effort: u64::MAX, half_covered_only: false }
    }
}

/// What came of the ways that one run did not take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solutions {
    /// Sequences that go another way, the most wanted first.
    pub solutions: Vec<Solution>,
    /// Whether every way that no run took has had its turn.
    pub has_tried_open: bool,
    /// Whether no other way is left to ask for.
    pub is_exhausted: bool,
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs with variables.
    pub runs: u64,
    /// Instructions of these.
    pub steps: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Those with a model.
    pub satisfiable: u64,
    /// Those without one.
    pub unsatisfiable: u64,
    /// Work of the solver ([`trine_solver::Statistics::effort`]).
    pub effort: u64,
}

/// What came of a flip.
enum Attempt {
    Solved(Solution),
    Refuted,
    GivenUp,
}

/// Work of the solver, in sum.
#[derive(Clone, Copy, Debug)]
struct Work {
    effort: u64,
    queries: u64,
}

impl Work {
    fn and(self, effort: u64, queries: u64) -> Self {
        Self { effort: self.effort.saturating_add(effort), queries: self.queries.saturating_add(queries) }
    }
}

/// Solves for other ways that a test could take.
pub struct LeafSolver {
    runs: SymbolicRuns,
    solver: Solver,
    inputs: Inputs,
    tried: Tried,
    limits: Limits,
    /// What was done so far.
    pub statistics: Statistics,
}

impl LeafSolver {
    /// A solver for tests of the functions with these names. `constants` are those of the code under test.
    pub fn new(vm: &mut Vm, functions: impl IntoIterator<Item = String>, constants: &Constants) -> Self {
        Self {
            runs: SymbolicRuns::new(vm, functions, constants),
            solver: Solver::default(),
            inputs: Inputs::default(),
            tried: Tried::default(),
            limits: Limits {
                conflicts: 2_000,
                gates: 200_000,
                evaluations: 1_000,
                effort: MAX_EFFORT,
                deadline: None,
            },
            statistics: Statistics::default(),
        }
    }

    /// Runs `sequence` from a reset and solves for other ways as `request` says, best first; edges that are `seen` need no other way
    /// to them.
    pub fn solve(
        &mut self,
        stage: &mut Stage,
        sequence: &Sequence,
        seen: &Seen,
        request: &Request,
    ) -> Solutions {
        if self.runs.domain.pool.len() > MAX_TERMS {
            self.forget();
        }
        let bound = self.inputs.bind(&mut self.runs.domain.pool, sequence);
        let run = self.runs.run(stage, sequence, &bound);
        self.statistics.runs += 1;
        self.statistics.steps += run.steps;
        let (path, positions) = self.runs.path();
        let SymbolicRuns { domain, observer, program, .. } = &mut self.runs;
        let branches = std::mem::take(&mut observer.branches);
        let edges = stage.parts().0.edges();
        let shown = Shown { path: &path, positions: &positions, branches: &branches, edges, seen };
        let flips = shown.flips(&mut domain.pool, program, &mut |function| observer.is_unit(function));
        let (covered, open): (Vec<Flip>, Vec<Flip>) = flips.into_iter().partition(|flip| flip.order >= 4);
        let last = Work { effort: self.statistics.effort, queries: self.statistics.queries }
            .and(request.effort, MAX_QUERIES);
        let mut found = Solutions::default();
        let run = (&bound, &path, sequence);
        found.has_tried_open = self.attempt_all(run, open, request.max_solutions, last, &mut found.solutions);
        found.is_exhausted = found.has_tried_open;
        if found.is_exhausted && !request.half_covered_only {
            found.is_exhausted =
                self.attempt_all(run, covered, request.max_solutions, last, &mut found.solutions);
        }
        found
    }

    /// Attempts `flips` until there are so many solutions, or the work is done; whether none is left.
    fn attempt_all(
        &mut self,
        (bound, path, sequence): (&Bound, &PathCondition, &Sequence),
        flips: Vec<Flip>,
        max_solutions: usize,
        last: Work,
        solutions: &mut Vec<Solution>,
    ) -> bool {
        let mut turns = self.tried.turns(&self.runs.domain.pool, path, flips);
        let mut hard = VecDeque::new();
        while solutions.len() < max_solutions
            && self.statistics.effort < last.effort
            && self.statistics.queries < last.queries
        {
            // What was too hard has more work once all had their turn.
            let Some(flip) = self.tried.next(&mut turns).or_else(|| hard.pop_front()) else { return true };
            match self.attempt(bound, path, flip, sequence) {
                Attempt::Solved(solution) => {
                    turns.solved(&flip);
                    let is_new = solutions.iter().all(|known| known.sequence != solution.sequence);
                    if is_new && solution.sequence != *sequence {
                        solutions.push(solution);
                    }
                }
                Attempt::GivenUp => {
                    let was_last = self.effort_for(&flip) >= MAX_EFFORT;
                    self.tried.give_up(&turns, &flip);
                    if !was_last {
                        hard.push_back(flip);
                    }
                }
                Attempt::Refuted => {}
            }
        }
        false
    }

    /// Solves for a flip: behind the whole path before it, or where that contradicts, behind the steps of the classes under test alone.
    fn attempt(&mut self, bound: &Bound, path: &PathCondition, flip: Flip, sequence: &Sequence) -> Attempt {
        let prefix = &path.steps[..flip.step];
        let whole = self.whole_model(bound, prefix, &flip);
        if let Answer::Satisfiable(model) = &whole {
            let sequence = bound.sequence(&self.runs.domain.pool, sequence, model);
            // What an operation relied on has no edge; a step before a branch without a term may not decide it.
            return Attempt::Solved(Solution { sequence, edge: flip.edge.filter(|_| flip.order != 2) });
        }
        let failed = match whole {
            Answer::Unsatisfiable => Attempt::Refuted,
            _ => Attempt::GivenUp,
        };
        // What may be solved with more work is not replaced by a guess.
        if flip.order > 1 || matches!(failed, Attempt::GivenUp) && self.effort_for(&flip) < MAX_EFFORT {
            return failed;
        }
        // The library's own way may be what contradicts: another one may lead to the same place.
        let observer = &mut self.runs.observer;
        let is_own = |step: &&Step| matches!(step.kind, StepKind::Branch { function, .. } if observer.is_unit(function));
        let own: Vec<&Step> = prefix.iter().filter(is_own).collect();
        if own.len() != prefix.len()
            && let Answer::Satisfiable(model) = self.model(bound, own.into_iter(), &flip)
        {
            let sequence = bound.sequence(&self.runs.domain.pool, sequence, &model);
            return Attempt::Solved(Solution { sequence, edge: None });
        }
        match bound.stretched(&self.runs.domain.pool, sequence, flip.constraint) {
            Some(sequence) => Attempt::Solved(Solution { sequence, edge: None }),
            None => failed,
        }
    }

    /// A model of the whole path before a flip, and the flip.
    fn whole_model(&mut self, bound: &Bound, prefix: &[Step], flip: &Flip) -> Answer {
        if let Some(constraint) = strings::without_product(&mut self.runs.domain.pool, flip.constraint) {
            let answer = self.model(bound, prefix.iter(), &Flip { constraint, ..*flip });
            if matches!(answer, Answer::Satisfiable(_)) {
                return answer;
            }
        }
        self.model(bound, prefix.iter(), flip)
    }

    /// A model of these steps and the flip.
    fn model<'p>(&mut self, bound: &Bound, prefix: impl Iterator<Item = &'p Step>, flip: &Flip) -> Answer {
        let mut constraints = bound.assumptions.clone();
        constraints.extend(prefix.map(|step| step.constraint));
        constraints.push(flip.constraint);
        let effort = self.effort_for(flip);
        let limits = Limits { effort, ..self.limits };
        let before = self.solver.statistics().effort;
        let answer = self.solver.solve(&mut self.runs.domain.pool, &constraints, &bound.values, &limits);
        self.statistics.effort += self.solver.statistics().effort - before;
        self.statistics.queries += 1;
        match answer {
            Answer::Satisfiable(_) => self.statistics.satisfiable += 1,
            Answer::Unsatisfiable => self.statistics.unsatisfiable += 1,
            Answer::Unknown(_) => {}
        }
        answer
    }

    /// Work of a query for what was given up so often before.
    fn effort_for(&self, flip: &Flip) -> u64 {
        let given_up = self.tried.given_up(flip).min(16);
        FIRST_EFFORT.saturating_mul(1 << (EFFORT_GROWTH * given_up)).min(MAX_EFFORT)
    }

    /// Edges have other numbers from now on: the machine is another one.
    pub fn forget_edges(&mut self) {
        self.tried = Tried::default();
    }

    /// Forgets terms, and what is known of them.
    fn forget(&mut self) {
        self.runs.forget();
        self.solver = Solver::default();
        self.inputs = Inputs::default();
        self.tried.forget_terms();
    }
}
