//! Dynamic symbolic execution inside of the search: evolution makes the steps, path conditions find the values.
//!
//! ```text
//! child whose leaves alone changed and whose distances moved ──P──┐  where local search
//! sequences that come to half-covered branches ───────────────────┼─> is at its end: runner solves ─> run ─> nearer? again
//! ```
//!
//! Source: Galeotti, Fraser and Arcuri, "Improving search-based test suite generation with dynamic symbolic execution" (ISSRE 2013): after
//! a primitive mutation that changed the fitness, with probability P, which factor R adapts; half-covered branches only; only what
//! improves is kept. All of their configurations can be said ([`AdaptiveDse`]); they are run as they stand in [`Schedule::Paper`].
//! [`Schedule::Reward`], the default, deviates:
//!
//! - Many goals at once (DynaMOSA) in place of one suite: for each open goal some sequences are kept that come to its branch and leave it by
//!   the other edge, of different steps, each with the last values, so that values are solved for in more than one structure.
//! - Symbolic runs work ahead of evolution, which hears of what they cover where it stands still ([`super::ahead`]): with a small part of the
//!   budget, and with a large one once evolution has covered nothing for long ([`Search::is_joined`]).
//! - All this only once cheaper local search has done its part for a goal, or had its time for it ([`LOCAL_PATIENCE`]). Models have extreme values; where they came first, evolution built
//!   on them and covered less (`Fraction` of commons-lang: 176 goals in place of 180 in the mean of three seeds, 3,000 evaluations).
//!   Without this rule, and with shares by rates in place of their squares, 100 classes of libraries had no more goals at 2 s (89.2 % in the
//!   mean, 89.4 % with the rule, 88.8 % by search alone; one seed), and of 15 classes of ours one fell below search (2,000 evaluations, six
//!   seeds), so it stays (27 November 2026).
//! - What covers no goal leaves no trace in evolution: it costs its part of the budget. It waits for its own turn, which comes once nothing
//!   is expected of what evolution found: some goals take several models, each of the way that the one before took.
//! - A symbolic run is followed by one of what came nearer to a target, or else went a way that no run had gone: what an exception ends is no
//!   nearer, however far it came. Where that has to wait for credit it comes before all others.
//! - A goal counts less with each symbolic run that came to its branch, asked for all ways that no run took, and brought nothing nearer to any
//!   goal: by the square of their number, so that what is refuted again and again is soon left alone, until evolution has covered nothing for
//!   very long ([`SILENCE`]): it is not better at those goals either, so they are tried again where nothing else waits.
//! - The part of the budget follows the reward ([`super::scheduler`]), and so does the work of a symbolic run.

use super::scheduler::{AHEAD_SHARE, Arm, LARGEST_SHARE, Scheduler};
use super::{Individual, Options, Proposer, Search, Strategy};
use crate::evaluation::{Request, Solved};
use rustc_hash::FxHasher;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use trine_testcase::objects::Sequence;

/// When symbolic execution is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Whenever a change of leaves moved a distance, with probability P, for a fixed cost.
    Paper,
    /// To what local search left open, in a share of the budget that follows what it covers.
    #[default]
    Reward,
}

/// Which tests of symbolic execution the search keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeps {
    /// Those that cover a goal first.
    #[default]
    Covering,
    /// Those that cover a goal first or come nearer to one.
    Improving,
    /// All.
    All,
}

/// How symbolic execution joins evolution: the choices that Galeotti et al. (2013, section IV.B) compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveDse {
    /// When it is applied.
    pub schedule: Schedule,
    /// P at the start.
    pub probability: f64,
    /// R: P is multiplied by it where symbolic execution improved something, and divided where not.
    pub factor: f64,
    /// Which tests are kept.
    pub keeps: Keeps,
    /// Whether branches that were left by both edges stay as they are.
    pub half_covered_only: bool,
    /// Whether only individuals that are nearest to a goal are executed symbolically.
    pub best_only: bool,
    /// What one application may take, in evaluations: the paper's 5, 10 and 30 seconds. [`Schedule::Reward`] says this itself.
    pub cost_evals: u64,
}

impl Default for AdaptiveDse {
    fn default() -> Self {
        Self {
            schedule: Schedule::default(),
            probability: 1.0,
            factor: 1.0,
            keeps: Keeps::default(),
            half_covered_only: false,
            best_only: true,
            cost_evals: 1_000,
        }
    }
}

/// Sequences that one symbolic run gives at most.
const MAX_SOLUTIONS: usize = 16;

/// Symbolic runs in a row, each from the nearest sequence that the one before gave.
const MAX_ROUNDS: usize = 8;

/// Sequences that are executed symbolically after a generation.
const MAX_STARTS: usize = 6;

/// Sequences of different steps that are kept for one goal.
const MAX_CONTEXTS: usize = 4;

/// Sequences that wait for their symbolic run where nothing else is done.
const MAX_WAITING: usize = 200;

/// What a sequence must be worth, in goals that nothing was tried for yet, to be executed symbolically.
const MIN_EXPECTATION: f64 = 0.03;

/// What a symbolic run of what came nearer or went a new way is worth, in the same measure.
const NEW: f64 = 1.0;

/// Evolution is joined once it covered nothing for so many evaluations a goal, and for as many as it took to cover the last one.
const ALONE_EVALS: u64 = 10;

/// Evolution covered nothing for very long where that is so many times as long.
const SILENCE: u64 = 3;

/// Evaluations between two looks at which members random sequences are to call, where symbolic execution is alone.
const WANTED_EVALS: u64 = 50;

/// Evaluations since a run first came to the branch of a goal, after which local search has had its time for it.
const LOCAL_PATIENCE: u64 = 300;

/// Work that a symbolic run is granted at least, and at most, in evaluations.
const EFFORT_EVALS: (f64, f64) = (12.0, 400.0);

/// What symbolic execution has done so far.
#[derive(Debug)]
pub(super) struct Symbolic {
    pub is_on: bool,
    options: AdaptiveDse,
    /// P, adapted.
    probability: f64,
    /// Sequences of which no other way is left to ask for, by digest.
    exhausted: HashSet<u64>,
    /// By goal: symbolic runs that came to its branch and did not cover it.
    failures: Vec<u32>,
    /// What came nearer or went a new way when no credit was left to go on from it.
    begun: Vec<Individual>,
    /// What models gave that evolution does not keep, though it came to branches of open goals: other ways begin there.
    waiting: Vec<Individual>,
    scheduler: Scheduler,
}

impl Symbolic {
    /// Nothing was done yet.
    pub fn new(options: &Options, goals: usize) -> Self {
        Self {
            is_on: options.strategy != Strategy::Search,
            options: options.dse,
            probability: options.dse.probability,
            exhausted: HashSet::new(),
            failures: vec![0; goals],
            begun: Vec::new(),
            waiting: Vec::new(),
            scheduler: Scheduler::new(goals),
        }
    }

    /// Keeps the last [`MAX_WAITING`] to go on from.
    fn begin(&mut self, individual: Individual) {
        self.begun.push(individual);
        let too_many = self.begun.len().saturating_sub(MAX_WAITING);
        self.begun.drain(..too_many);
    }

    /// Keeps the last [`MAX_WAITING`] that wait.
    fn wait(&mut self, individuals: impl IntoIterator<Item = Individual>) {
        self.waiting.extend(individuals);
        let too_many = self.waiting.len().saturating_sub(MAX_WAITING);
        self.waiting.drain(..too_many);
    }

    /// P after an attempt.
    fn adapt(&mut self, was_useful: bool) {
        let factor = self.options.factor.max(1.0);
        let factor = if was_useful { factor } else { 1.0 / factor };
        self.probability = (self.probability * factor).clamp(0.01, 1.0);
    }

    fn is_paper(&self) -> bool {
        self.options.schedule == Schedule::Paper
    }
}

impl Search<'_, '_> {
    /// A child that differs from its parent in leaves only: executed symbolically where that moved a distance, and for
    /// [`Schedule::Reward`] where local search has done what it can for the goal (`explored`, by digest of its nearest sequence). Gives
    /// what is kept.
    pub(super) fn solve_moved(
        &mut self,
        symbolic: &mut Symbolic,
        explored: &HashSet<u64>,
        (parent, child): (&Individual, &Individual),
    ) -> Vec<Individual> {
        if !symbolic.is_on || !self.is_joined() {
            return Vec::new();
        }
        self.count(symbolic, Arm::Evolution);
        let has_moved = |&at: &usize| parent.distances[at] != child.distances[at];
        let is_due = match symbolic.options.schedule {
            Schedule::Paper => {
                let is_best = |at: usize| {
                    self.nearest[at].as_ref().is_some_and(|best| best.distances[at] >= child.distances[at])
                };
                let targets = self.targets();
                let mut moved = targets.into_iter().filter(has_moved);
                moved.any(|at| !symbolic.options.best_only || is_best(at))
            }
            Schedule::Reward => {
                let is_explored = |at: usize| !self.options.local_search || self.is_ripe(at, explored);
                let expectation = || self.expectation(symbolic, child);
                self.half_covered(child).any(|at| has_moved(&at) && is_explored(at))
                    && expectation() >= MIN_EXPECTATION
                    && symbolic.scheduler.credit(expectation()) > 0.0
            }
        };
        // Certainty draws nothing, so that evolution goes on as it would without symbolic runs that cover nothing.
        if !is_due || symbolic.probability < 1.0 && !self.rng.chance(symbolic.probability) {
            return Vec::new();
        }
        let rounds = if symbolic.is_paper() { usize::MAX } else { 1 };
        let worth = self.expectation(symbolic, child);
        self.apart(|search| {
            let found = search.solve_from(symbolic, child.clone(), worth, rounds);
            symbolic.adapt(!found.is_empty());
            found
        })
    }

    /// Sequences that come to the branches of open goals, executed symbolically where local search has done what it can (`explored`, by
    /// digest). Gives what is kept.
    pub(super) fn solve_nearest(
        &mut self,
        symbolic: &mut Symbolic,
        explored: Option<&HashSet<u64>>,
    ) -> Vec<Individual> {
        if !symbolic.is_on || symbolic.is_paper() {
            return Vec::new();
        }
        self.count(symbolic, Arm::Evolution);
        symbolic.scheduler.age();
        symbolic.scheduler.is_silent = self.evaluations >= self.last_news + SILENCE * self.patience();
        symbolic.scheduler.most = if self.is_joined() { LARGEST_SHARE } else { AHEAD_SHARE };
        self.apart(|search| search.solve_best(symbolic, explored))
    }

    /// Executes symbolically, from the best on, what comes to the branches of open goals, as long as there is credit for it.
    fn solve_best(&mut self, symbolic: &mut Symbolic, explored: Option<&HashSet<u64>>) -> Vec<Individual> {
        let mut found = Vec::new();
        for _ in 0..MAX_STARTS {
            let is_paid = |symbolic: &Symbolic, expectation| symbolic.scheduler.credit(expectation) > 0.0;
            if self.is_over() || !is_paid(symbolic, f64::INFINITY) {
                break;
            }
            let best = match self.next_begun(symbolic) {
                Some(begun) => Some((NEW, begun)),
                None => match self.best_candidate(symbolic, explored, MIN_EXPECTATION) {
                    Some(best) => Some(best).filter(|(expectation, _)| is_paid(symbolic, *expectation)),
                    None if is_paid(symbolic, 0.0) => match self.best_waiting(symbolic) {
                        Some(best) => Some((self.expectation(symbolic, &best), best)),
                        None if symbolic.scheduler.is_silent => {
                            self.best_candidate(symbolic, explored, f64::MIN_POSITIVE)
                        }
                        None => None,
                    },
                    None => None,
                },
            };
            let Some((worth, best)) = best else { break };
            found.extend(self.solve_from(symbolic, best, worth, MAX_ROUNDS));
        }
        found
    }

    /// Counts what was done since the last call.
    fn count(&self, symbolic: &mut Symbolic, arm: Arm) {
        symbolic.scheduler.count(arm, self.covered(), self.spent());
    }

    /// Takes out the last of what a symbolic run can go on from; what comes to no open goal any more is dropped.
    fn next_begun(&self, symbolic: &mut Symbolic) -> Option<Individual> {
        std::iter::from_fn(|| symbolic.begun.pop()).find(|begun| self.half_covered(begun).next().is_some())
    }

    /// Whether local search has done its part for the goal at a position: it looked around the nearest sequence (`explored`, by digest), or
    /// had long enough since a run first came to the branch.
    fn is_ripe(&self, at: usize, explored: &HashSet<u64>) -> bool {
        let is_explored = |nearest: &Rc<Individual>| explored.contains(&digest(&nearest.sequence));
        self.nearest[at].as_ref().is_some_and(is_explored)
            || self.came[at].is_some_and(|came| self.evaluations - came >= LOCAL_PATIENCE)
    }

    /// Evaluations without a goal that are long.
    fn patience(&self) -> u64 {
        ALONE_EVALS * self.goals.len() as u64 + self.last_news
    }

    /// Whether it is time for more than evolution: it covered nothing for long, now or before.
    pub(super) fn is_joined(&mut self) -> bool {
        let patience = self.patience();
        self.joined |=
            self.options.dse.schedule == Schedule::Paper || self.evaluations >= self.last_news + patience;
        self.joined
    }

    /// Of the sequences that come to branches of open goals the one from which most is expected, and how much; `least` at least.
    fn best_candidate(
        &self,
        symbolic: &Symbolic,
        explored: Option<&HashSet<u64>>,
        least: f64,
    ) -> Option<(f64, Individual)> {
        let mut best: Option<(f64, &Rc<Individual>)> = None;
        for (at, nearest) in self.nearest.iter().enumerate().filter(|&(at, _)| !self.archive.is_covered(at)) {
            let Some(nearest) = nearest else { continue };
            if explored.is_some_and(|explored| !self.is_ripe(at, explored)) {
                continue;
            }
            for candidate in [nearest].into_iter().chain(&self.contexts[at]) {
                let expectation = self.expectation(symbolic, candidate);
                if expectation >= least
                    && best.is_none_or(|(known, _)| known < expectation)
                    && !symbolic.exhausted.contains(&digest(&candidate.sequence))
                {
                    best = Some((expectation, candidate));
                }
            }
        }
        best.map(|(expectation, individual)| (expectation, Individual::clone(individual)))
    }

    /// Asks how far runs that come to the branches of goals are from them, once a run was measured against a goal.
    pub(super) fn learn_reaches(&mut self, distances: &[f64]) {
        if self.options.strategy == Strategy::Search {
            return;
        }
        for (at, distance) in distances.iter().enumerate() {
            if self.reaches[at].is_none() && *distance > 0.0 && distance.is_finite() {
                self.reaches[at] = self.runner.reach(self.goals[at].id);
            }
        }
    }

    /// The open goals whose branch a sequence comes to and leaves by another edge. The distance is 1 where the branch is not even taken the
    /// other way: an exception ended it; and more where the probe that counts stands behind further branches.
    fn half_covered<'i>(&'i self, individual: &'i Individual) -> impl Iterator<Item = usize> + 'i {
        let open = move |&at: &usize| !self.is_covered(at);
        let is_near = move |&at: &usize| {
            let distance = individual.distances[at];
            distance > 0.0 && distance <= self.reaches[at].unwrap_or(1.0)
        };
        (0..self.goals.len()).filter(is_near).filter(open)
    }

    /// Keeps a sequence for the open goals to whose branch it comes, in the place of one with the same steps: of that the ways may be exhausted.
    pub(super) fn note_context(&mut self, individual: &Rc<Individual>) {
        if self.options.strategy == Strategy::Search {
            return;
        }
        let near: Vec<usize> = self.half_covered(individual).collect();
        for at in near {
            self.came[at].get_or_insert(self.evaluations);
            let contexts = &mut self.contexts[at];
            let is_known =
                |known: &Rc<Individual>| known.sequence.steps.steps == individual.sequence.steps.steps;
            if let Some(known) = contexts.iter().position(is_known) {
                contexts[known] = Rc::clone(individual);
                continue;
            }
            contexts.push_back(Rc::clone(individual));
            if contexts.len() > MAX_CONTEXTS {
                contexts.pop_front();
            }
        }
    }

    /// What a symbolic run of a sequence is expected to cover, in goals: one for a goal that nothing was tried for, less with each failure.
    /// Alone, symbolic execution has nothing better to do, and the rule is Laplace's of succession; beside evolution it is its square.
    fn expectation(&self, symbolic: &Symbolic, individual: &Individual) -> f64 {
        let power = if self.options.strategy == Strategy::Hybrid { 2 } else { 1 };
        self.half_covered(individual)
            .map(|at| (1.0 + f64::from(symbolic.failures[at])).recip().powi(power))
            .sum()
    }

    /// Executes `from`, from which so much is expected, symbolically and runs what comes out, then again from what came nearer to an open goal
    /// or went a new way. Gives what is kept; the rest leaves no trace in the search.
    fn solve_from(
        &mut self,
        symbolic: &mut Symbolic,
        from: Individual,
        worth: f64,
        rounds: usize,
    ) -> Vec<Individual> {
        self.proposed_by(Proposer::Solver, |search| search.solve_on(symbolic, from, worth, rounds))
    }

    fn solve_on(
        &mut self,
        symbolic: &mut Symbolic,
        from: Individual,
        worth: f64,
        rounds: usize,
    ) -> Vec<Individual> {
        let (mut found, mut from, mut worth, mut is_new) = (Vec::new(), from, worth, false);
        self.count(symbolic, Arm::Evolution);
        let end = self.evaluations.saturating_add(symbolic.options.cost_evals);
        for round in 0..rounds {
            let may_go_on = match symbolic.is_paper() {
                true => self.evaluations < end,
                false => round == 0 || symbolic.scheduler.credit(worth) > 0.0,
            };
            if self.is_over() || !symbolic.is_on || !may_go_on {
                break;
            }
            is_new = false;
            let Some(Solved { sequences, has_tried_open, .. }) = self.solved(symbolic, &from, worth) else {
                break;
            };
            let before = self.archive.covered();
            let mut others = Vec::new();
            let next =
                self.run_solutions(symbolic.options.keeps, sequences, &from, (&mut found, &mut others));
            if !symbolic.is_paper() {
                symbolic.wait(others);
                // The same sequence has other ways left.
                symbolic.wait([from.clone()]);
            }
            if symbolic.is_paper() || has_tried_open && next.is_none() {
                self.note_failures(symbolic, &from);
            }
            let has_covered = self.archive.covered() > before;
            self.count(symbolic, Arm::Symbolic);
            match next {
                Some(next) => (from, worth, is_new) = (next, NEW, true),
                None if has_covered => {}
                None => break,
            }
        }
        if !symbolic.is_paper() && is_new {
            symbolic.begin(from);
        }
        self.count(symbolic, Arm::Symbolic);
        found
    }

    /// Runs what a symbolic run of `from` gave; adds what is kept to `found`, and what is not to `others`. Gives what came nearer to a target, or
    /// else went a way that no run had gone.
    fn run_solutions(
        &mut self,
        keeps: Keeps,
        sequences: Vec<Sequence>,
        from: &Individual,
        (found, others): (&mut Vec<Individual>, &mut Vec<Individual>),
    ) -> Option<Individual> {
        let mut next: Option<Individual> = None;
        self.keeps_all = keeps != Keeps::Covering;
        let follows_ways = self.options.dse.schedule == Schedule::Reward;
        for sequence in sequences {
            let (before, ways) = (self.archive.covered(), self.runner.ways_taken());
            let Some(run) = self.evaluate(sequence) else { continue };
            let best = next.as_ref().unwrap_or(from);
            let is_nearer = self.targets().iter().any(|&at| run.distances[at] < best.distances[at]);
            // One that an exception ends is no nearer, however far it came: what it did for the first time tells.
            let is_further = follows_ways && next.is_none() && self.runner.ways_taken() > ways;
            let is_kept = match keeps {
                Keeps::Covering => self.archive.covered() > before,
                Keeps::Improving => self.archive.covered() > before || is_nearer,
                Keeps::All => true,
            };
            if is_kept {
                found.push(run.clone());
            }
            match is_nearer || is_further {
                true => others.extend(next.replace(run)),
                false => others.push(run),
            }
        }
        self.keeps_all = true;
        next
    }

    /// Takes out what waits that is expected to lead to most.
    fn best_waiting(&self, symbolic: &mut Symbolic) -> Option<Individual> {
        let mut waiting = std::mem::take(&mut symbolic.waiting);
        let best = self.next_waiting(symbolic, &mut waiting);
        symbolic.waiting = waiting;
        best
    }

    /// Goals that a symbolic run came to and did not cover are expected less.
    fn note_failures(&self, symbolic: &mut Symbolic, from: &Individual) {
        for at in self.half_covered(from) {
            symbolic.failures[at] += 1;
        }
    }

    /// Sequences that go another way than `from`; `None` where there is none.
    fn solved(&mut self, symbolic: &mut Symbolic, from: &Individual, worth: f64) -> Option<Solved> {
        let effort = match (symbolic.is_paper(), self.options.strategy) {
            (true, _) => symbolic.options.cost_evals as f64,
            (false, Strategy::Dse) => EFFORT_EVALS.1,
            (false, _) => symbolic.scheduler.credit(worth).clamp(EFFORT_EVALS.0, EFFORT_EVALS.1),
        };
        let request = Request {
            max_solutions: MAX_SOLUTIONS,
            effort_evals: effort as u64,
            half_covered_only: symbolic.options.half_covered_only,
        };
        let Some(solved) = self.runner.solve(&from.sequence, &request) else {
            symbolic.is_on = false;
            return None;
        };
        self.evaluations += solved.cost_evals;
        if solved.is_exhausted {
            symbolic.exhausted.insert(digest(&from.sequence));
        }
        if solved.sequences.is_empty() {
            if solved.has_tried_open || symbolic.is_paper() {
                self.note_failures(symbolic, from);
            }
            return None;
        }
        Some(solved)
    }

    /// Symbolic execution without evolution: random sequences, and in turn with them, for as many evaluations, symbolic runs of those that
    /// came to most branches with an open edge.
    pub(super) fn explore_alone(&mut self) {
        let mut symbolic = Symbolic::new(self.options, self.goals.len());
        let mut waiting: Vec<Individual> = Vec::new();
        let (mut random, mut solving, mut next_look) = (0, 0, 0);
        while !self.is_over() {
            let before = self.evaluations;
            let next = match random > solving && symbolic.is_on {
                true => self.next_waiting(&symbolic, &mut waiting),
                false => None,
            };
            let Some(from) = next else {
                if self.evaluations >= next_look {
                    self.update_wanted();
                    next_look = self.evaluations + WANTED_EVALS;
                }
                let fresh = self.fresh();
                waiting.extend(self.evaluate(fresh));
                random += self.evaluations - before;
                continue;
            };
            self.proposed_by(Proposer::Solver, |search| {
                let Some(solved) = search.solved(&mut symbolic, &from, NEW) else { return };
                for sequence in solved.sequences {
                    waiting.extend(search.evaluate(sequence));
                }
                search.note_failures(&mut symbolic, &from);
                // The same sequence has other ways left.
                waiting.push(from);
            });
            solving += self.evaluations - before;
        }
    }

    /// Takes out the sequence from which most is expected; those from which nothing is, and the least of too many, are dropped.
    fn next_waiting(&self, symbolic: &Symbolic, waiting: &mut Vec<Individual>) -> Option<Individual> {
        let mut ranked: Vec<(f64, Individual)> = std::mem::take(waiting)
            .into_iter()
            .filter(|one| !symbolic.exhausted.contains(&digest(&one.sequence)))
            .map(|one| (self.expectation(symbolic, &one), one))
            .filter(|(expectation, _)| *expectation > 0.0)
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cost().cmp(&b.1.cost())));
        ranked.truncate(MAX_WAITING);
        let mut ranked = ranked.into_iter().map(|(_, one)| one);
        let best = ranked.next();
        waiting.extend(ranked);
        best
    }
}

/// A number for a sequence: the same for the same steps and leaves.
pub fn digest(sequence: &Sequence) -> u64 {
    let mut hasher = FxHasher::default();
    sequence.leaves.hash(&mut hasher);
    for step in &sequence.steps.steps {
        step.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_is_adapted_by_the_factor() {
        let dse = AdaptiveDse { probability: 0.5, factor: 2.0, ..AdaptiveDse::default() };
        let options = Options { dse, strategy: Strategy::Hybrid, ..Options::default() };
        let mut symbolic = Symbolic::new(&options, 0);
        symbolic.adapt(false);
        assert_eq!(symbolic.probability, 0.25);
        (0..5).for_each(|_| symbolic.adapt(true));
        assert_eq!(symbolic.probability, 1.0);
    }
}
