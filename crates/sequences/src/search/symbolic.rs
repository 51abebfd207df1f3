//! Dynamic symbolic execution inside of the search: evolution makes the steps, path conditions find the values.
//!
//! ```text
//! child whose leaves alone changed and whose distances moved ──P──┐  where local search
//! nearest to open goals ──────────────────────────────────────────┼─> is at its end: runner solves ─> run ─> nearer? again
//! ```
//!
//! Source: Galeotti, Fraser and Arcuri, "Improving search-based test suite generation with dynamic symbolic execution" (ISSRE 2013): after
//! a primitive mutation that changed the fitness, with probability P, which factor R adapts; half-covered branches only; only what
//! improves is kept. Deviations:
//!
//! - Many goals at once (DynaMOSA) in place of one suite, so the nearest sequences for open goals are executed symbolically, too.
//! - All this only once cheaper local search has done its part for a goal. Models have extreme values; where they came first, evolution built
//!   on them and covered less (`Fraction` of commons-lang: 176 goals in place of 180 in the mean of three seeds, 3,000 evaluations).
//! - Only what covers a goal is kept, not what came nearer. A symbolic run that covers nothing costs its part of the budget, and
//!   evolution goes on as it would without.
//! - A sequence is worth a symbolic run for the goals whose branch it comes to and leaves by another edge (half-covered branches, before
//!   anything is run); a goal counts less with each run that did not cover it.
//! - The part of the budget grows with what symbolic execution covers for what it costs, against what evolution covers for its cost.

use super::{Individual, Options, Search, Strategy};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use trine_testcase::objects::Sequence;

/// Sequences that one symbolic run gives at most.
const MAX_SOLUTIONS: usize = 16;

/// Symbolic runs in a row, each from the nearest sequence that the one before gave.
const MAX_ROUNDS: usize = 8;

/// Sequences that are executed symbolically after a generation.
const MAX_STARTS: usize = 4;

/// Sequences that wait for their symbolic run where nothing else is done.
const MAX_WAITING: usize = 200;

/// What a sequence must be worth, in goals that nothing was tried for yet, to be executed symbolically.
const MIN_EXPECTATION: f64 = 0.03;

/// Goals and cost that either side is granted before its own count: symbolic execution is tried, and not for long.
const GRANTED: (f64, f64) = (1.0, 200.0);

/// Least and largest part of the budget.
const SHARES: (f64, f64) = (0.04, 0.5);

/// What counts of reward and cost after each generation.
const MEMORY: f64 = 0.9;

/// What symbolic execution has done so far.
#[derive(Debug)]
pub(super) struct Symbolic {
    is_on: bool,
    /// P, adapted.
    probability: f64,
    /// R.
    factor: f64,
    /// Sequences of which no other way is left to ask for, by digest.
    exhausted: HashSet<u64>,
    /// By goal: symbolic runs that came to its branch and did not cover it.
    failures: Vec<u32>,
    account: Account,
}

/// Goals covered and cost, of symbolic execution and of the rest; what is long ago counts less.
#[derive(Debug, Default)]
struct Account {
    covered: [f64; 2],
    cost: [f64; 2],
    /// Goals and evaluations that are counted already.
    counted: (usize, u64),
}

const SYMBOLIC: usize = 0;
const OTHER: usize = 1;

impl Account {
    /// Counts what was done since the last call for one side.
    fn count(&mut self, side: usize, covered: usize, evaluations: u64) {
        self.covered[side] += covered.saturating_sub(self.counted.0) as f64;
        self.cost[side] += evaluations.saturating_sub(self.counted.1) as f64;
        self.counted = (covered, evaluations);
    }

    fn age(&mut self) {
        self.covered.iter_mut().chain(&mut self.cost).for_each(|value| *value *= MEMORY);
    }

    /// The part of the budget that symbolic execution may take now.
    fn share(&self) -> f64 {
        let rate = |side: usize| (self.covered[side] + GRANTED.0) / (self.cost[side] + GRANTED.1);
        (rate(SYMBOLIC) / (rate(SYMBOLIC) + rate(OTHER))).clamp(SHARES.0, SHARES.1)
    }

    /// Whether symbolic execution has taken less than its part.
    fn allows(&self) -> bool {
        self.cost[SYMBOLIC] <= self.share() * (self.cost[SYMBOLIC] + self.cost[OTHER])
    }
}

impl Symbolic {
    /// Nothing was done yet.
    pub fn new(options: &Options, goals: usize) -> Self {
        Self {
            is_on: options.strategy != Strategy::Search,
            probability: options.dse_probability,
            factor: options.dse_factor.max(1.0),
            exhausted: HashSet::new(),
            failures: vec![0; goals],
            account: Account::default(),
        }
    }

    /// P after an attempt.
    fn adapt(&mut self, was_useful: bool) {
        let factor = if was_useful { self.factor } else { 1.0 / self.factor };
        self.probability = (self.probability * factor).clamp(0.01, 1.0);
    }
}

impl Search<'_, '_> {
    /// A child that differs from its parent in leaves only: executed symbolically where that moved the distance to a goal for which local
    /// search has done what it can (`explored`, by digest of its nearest sequence). Gives what covered goals.
    pub(super) fn solve_moved(
        &mut self,
        symbolic: &mut Symbolic,
        explored: &HashSet<u64>,
        (parent, child): (&Individual, &Individual),
    ) -> Vec<Individual> {
        if !symbolic.is_on {
            return Vec::new();
        }
        symbolic.account.count(OTHER, self.archive.covered(), self.evaluations);
        let is_explored = |at: usize| {
            let nearest = self.nearest[at].as_ref();
            !self.options.local_search
                || nearest.is_some_and(|nearest| explored.contains(&digest(&nearest.sequence)))
        };
        let moved = |&at: &usize| parent.distances[at] != child.distances[at] && is_explored(at);
        let has_moved = self.half_covered(child).any(|at| moved(&at));
        if !has_moved
            || self.expectation(symbolic, child) < MIN_EXPECTATION
            || !symbolic.account.allows()
            // Certainty draws nothing, so that evolution goes on as it would without symbolic runs that cover nothing.
            || symbolic.probability < 1.0 && !self.rng.chance(symbolic.probability)
        {
            return Vec::new();
        }
        let found = self.solve_from(symbolic, child.clone(), 1);
        symbolic.adapt(!found.is_empty());
        found
    }

    /// The nearest sequences of open goals, executed symbolically where local search has done what it can (`explored`, by digest). Gives
    /// what covered goals.
    pub(super) fn solve_nearest(
        &mut self,
        symbolic: &mut Symbolic,
        explored: Option<&HashSet<u64>>,
    ) -> Vec<Individual> {
        if !symbolic.is_on {
            return Vec::new();
        }
        symbolic.account.count(OTHER, self.archive.covered(), self.evaluations);
        symbolic.account.age();
        let mut found = Vec::new();
        for _ in 0..MAX_STARTS {
            if self.is_over() || !symbolic.account.allows() {
                break;
            }
            let Some(best) = self.max_promising(symbolic, explored) else { break };
            found.extend(self.solve_from(symbolic, best, MAX_ROUNDS));
        }
        found
    }

    /// Of the nearest sequences the one from which most is expected.
    fn max_promising(&self, symbolic: &Symbolic, explored: Option<&HashSet<u64>>) -> Option<Individual> {
        let mut best: Option<(f64, &Rc<Individual>)> = None;
        for nearest in self.nearest.iter().zip(0..).filter(|&(_, at)| !self.archive.is_covered(at)) {
            let Some(nearest) = nearest.0 else { continue };
            let expectation = self.expectation(symbolic, nearest);
            if expectation < MIN_EXPECTATION || best.is_some_and(|(known, _)| known >= expectation) {
                continue;
            }
            let digest = digest(&nearest.sequence);
            if !symbolic.exhausted.contains(&digest)
                && explored.is_none_or(|explored| explored.contains(&digest))
            {
                best = Some((expectation, nearest));
            }
        }
        best.map(|(_, individual)| Individual::clone(individual))
    }

    /// The open goals whose branch a sequence comes to and leaves by another edge.
    fn half_covered<'i>(&'i self, individual: &'i Individual) -> impl Iterator<Item = usize> + 'i {
        let open = move |&at: &usize| !self.archive.is_covered(at);
        let is_near = move |&at: &usize| individual.distances[at] > 0.0 && individual.distances[at] < 1.0;
        (0..self.goals.len()).filter(is_near).filter(open)
    }

    /// What a symbolic run of a sequence is expected to cover, in goals, by Laplace's rule of succession: one for a goal that nothing was
    /// tried for.
    fn expectation(&self, symbolic: &Symbolic, individual: &Individual) -> f64 {
        self.half_covered(individual).map(|at| 1.0 / (1.0 + f64::from(symbolic.failures[at]))).sum()
    }

    /// Executes `from` symbolically and runs what comes out, then again from what came nearer to an open goal. What covers goals is
    /// kept and given; the rest leaves no trace in the search.
    fn solve_from(&mut self, symbolic: &mut Symbolic, from: Individual, rounds: usize) -> Vec<Individual> {
        let (mut found, mut from) = (Vec::new(), from);
        symbolic.account.count(OTHER, self.archive.covered(), self.evaluations);
        for round in 0..rounds {
            if self.is_over() || !symbolic.is_on || round > 0 && !symbolic.account.allows() {
                break;
            }
            let Some(sequences) = self.solved(symbolic, &from) else { break };
            let before = self.archive.covered();
            let mut next: Option<Individual> = None;
            self.keeps_all = false;
            for sequence in sequences {
                let before = self.archive.covered();
                let Some(run) = self.evaluate(sequence) else { continue };
                if self.archive.covered() > before {
                    found.push(run.clone());
                }
                let best = next.as_ref().unwrap_or(&from);
                if self.targets().iter().any(|&at| run.distances[at] < best.distances[at]) {
                    next = Some(run);
                }
            }
            self.keeps_all = true;
            self.note_failures(symbolic, &from);
            let has_covered = self.archive.covered() > before;
            symbolic.account.count(SYMBOLIC, self.archive.covered(), self.evaluations);
            match next {
                Some(next) => from = next,
                None if has_covered => {}
                None => break,
            }
        }
        symbolic.account.count(SYMBOLIC, self.archive.covered(), self.evaluations);
        found
    }

    /// Goals that a symbolic run came to and did not cover are expected less.
    fn note_failures(&self, symbolic: &mut Symbolic, from: &Individual) {
        for at in self.half_covered(from) {
            symbolic.failures[at] += 1;
        }
    }

    /// Sequences that go another way than `from`; `None` when no way is left.
    fn solved(&mut self, symbolic: &mut Symbolic, from: &Individual) -> Option<Vec<Sequence>> {
        let Some(solved) = self.runner.solve(&from.sequence, MAX_SOLUTIONS) else {
            symbolic.is_on = false;
            return None;
        };
        self.evaluations += solved.cost_evals;
        if solved.is_exhausted {
            symbolic.exhausted.insert(digest(&from.sequence));
        }
        if solved.sequences.is_empty() {
            self.note_failures(symbolic, from);
            return None;
        }
        Some(solved.sequences)
    }

    /// Symbolic execution without evolution: random sequences, and in turn with them, for as many evaluations, symbolic runs of those that
    /// came to most branches with an open edge.
    pub(super) fn explore_alone(&mut self) {
        let mut symbolic = Symbolic::new(self.options, self.goals.len());
        let mut waiting: Vec<Individual> = Vec::new();
        let (mut random, mut solving) = (0, 0);
        while !self.is_over() {
            let before = self.evaluations;
            let next = match random > solving && symbolic.is_on {
                true => self.next_waiting(&symbolic, &mut waiting),
                false => None,
            };
            let Some(from) = next else {
                let fresh = self.fresh();
                waiting.extend(self.evaluate(fresh));
                random += self.evaluations - before;
                continue;
            };
            if let Some(sequences) = self.solved(&mut symbolic, &from) {
                for sequence in sequences {
                    waiting.extend(self.evaluate(sequence));
                }
                self.note_failures(&mut symbolic, &from);
                // The same sequence has other ways left.
                waiting.push(from);
            }
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
pub(super) fn digest(sequence: &Sequence) -> u64 {
    // Its keys are constants: the same for the same sequence, always.
    let mut hasher = DefaultHasher::new();
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
    fn the_part_of_the_budget_follows_what_is_covered_for_the_cost() {
        let mut account = Account::default();
        account.count(OTHER, 200, 4_000);
        assert!(account.allows(), "nothing was tried");
        account.count(SYMBOLIC, 200, 4_400);
        assert!(
            !account.allows(),
            "a tenth of the budget for nothing is too much while evolution covers goals"
        );
        let mut fruitful = Account::default();
        fruitful.count(OTHER, 1, 4_000);
        fruitful.count(SYMBOLIC, 40, 8_000);
        assert!(fruitful.allows(), "half of the budget for most goals is not");
    }

    #[test]
    fn where_nobody_covers_anything_each_has_its_turn() {
        let mut account = Account::default();
        let (mut solving, mut all) = (0, 0);
        for _ in 0..100 {
            account.age();
            all += 100;
            account.count(OTHER, 7, all);
            while account.allows() {
                (solving, all) = (solving + 10, all + 10);
                account.count(SYMBOLIC, 7, all);
            }
        }
        assert!((all / 4..all * 3 / 4).contains(&solving), "{solving} of {all}");
    }

    #[test]
    fn the_probability_is_adapted_by_the_factor() {
        let options = Options {
            dse_probability: 0.5,
            dse_factor: 2.0,
            strategy: Strategy::Hybrid,
            ..Options::default()
        };
        let mut symbolic = Symbolic::new(&options, 0);
        symbolic.adapt(false);
        assert_eq!(symbolic.probability, 0.25);
        (0..5).for_each(|_| symbolic.adapt(true));
        assert_eq!(symbolic.probability, 1.0);
    }
}
