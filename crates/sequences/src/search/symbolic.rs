//! Dynamic symbolic execution inside of the search: evolution makes the steps, path conditions find the values.
//!
//! ```text
//! child whose leaves alone changed and whose distances moved ──P──┐
//! nearest to an open target ──────────────────────────────────────┼─> runner solves ─> run ─> nearer? again from there
//! ```
//!
//! Source: Galeotti, Fraser and Arcuri, "Improving search-based test suite generation with dynamic symbolic execution" (ISSRE 2013): after
//! a primitive mutation that changed the fitness, with probability P, which factor R adapts; only what improves is kept. Deviations: many
//! goals at once (DynaMOSA) in place of one suite, so the nearest sequences for open targets are executed symbolically, too; the part of
//! the budget that all this may take grows with what it covers for what it costs, against what evolution covers for what that costs.

use super::{Individual, Options, Search, Strategy};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use trine_testcase::objects::Sequence;

/// Ways that are solved for in one run.
const MAX_QUERIES: usize = 6;

/// Symbolic runs in a row, each from the nearest sequence that the one before gave.
const MAX_ROUNDS: usize = 8;

/// Targets whose nearest sequence is executed symbolically after a generation.
const MAX_TARGETS: usize = 3;

/// Symbolic runs of one sequence and what comes of it where nothing else is done.
const MAX_ROUNDS_ALONE: usize = 60;

/// Cost that either side is granted before its reward counts.
const GRANTED: f64 = 300.0;

/// Least and largest part of the budget.
const SHARES: (f64, f64) = (0.1, 0.6);

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
    next_target: usize,
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

    /// Whether symbolic execution has taken less than its part.
    fn allows(&self) -> bool {
        let rate = |side: usize| (self.covered[side] + 1.0) / (self.cost[side] + GRANTED);
        let share = (rate(SYMBOLIC) / (rate(SYMBOLIC) + rate(OTHER))).clamp(SHARES.0, SHARES.1);
        self.cost[SYMBOLIC] <= share * (self.cost[SYMBOLIC] + self.cost[OTHER]) + GRANTED
    }
}

impl Symbolic {
    /// Nothing was done yet.
    pub fn new(options: &Options) -> Self {
        Self {
            is_on: options.strategy != Strategy::Search,
            probability: options.dse_probability,
            factor: options.dse_factor.max(1.0),
            exhausted: HashSet::new(),
            next_target: 0,
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
    /// A child that differs from its parent in leaves only: executed symbolically where that moved a distance. Gives what came nearer.
    pub(super) fn solve_moved(
        &mut self,
        symbolic: &mut Symbolic,
        parent: &Individual,
        child: &Individual,
    ) -> Vec<Individual> {
        if !symbolic.is_on {
            return Vec::new();
        }
        let moved = |at: &usize| parent.distances[*at] != child.distances[*at];
        if !self.targets().iter().any(moved) || !self.rng.chance(symbolic.probability) {
            return Vec::new();
        }
        let found = self.solve_from(symbolic, child.clone(), None, 1);
        symbolic.adapt(!found.is_empty());
        found
    }

    /// The nearest sequences of some open targets, executed symbolically. Gives what came nearer.
    pub(super) fn solve_targets(&mut self, symbolic: &mut Symbolic) -> Vec<Individual> {
        if !symbolic.is_on {
            return Vec::new();
        }
        symbolic.account.count(OTHER, self.archive.covered(), self.evaluations);
        symbolic.account.age();
        let targets = self.targets();
        let (mut found, mut done) = (Vec::new(), 0);
        for turn in 0..targets.len() {
            if done == MAX_TARGETS || self.is_over() {
                break;
            }
            let at = (symbolic.next_target + turn) % targets.len();
            let target = targets[at];
            let Some(nearest) = self.nearest[target].clone() else { continue };
            if self.archive.is_covered(target) || symbolic.exhausted.contains(&digest(&nearest.sequence)) {
                continue;
            }
            let nearest = Individual::clone(&nearest);
            done += 1;
            symbolic.next_target = at + 1;
            found.extend(self.solve_from(symbolic, nearest, Some(target), MAX_ROUNDS));
        }
        found
    }

    /// Executes `from` symbolically and runs what comes out, then again from what came nearer: to `target`, or to any.
    fn solve_from(
        &mut self,
        symbolic: &mut Symbolic,
        from: Individual,
        target: Option<usize>,
        rounds: usize,
    ) -> Vec<Individual> {
        let (mut found, mut from) = (Vec::new(), from);
        symbolic.account.count(OTHER, self.archive.covered(), self.evaluations);
        for _ in 0..rounds {
            if self.is_over() || !symbolic.is_on || !symbolic.account.allows() {
                break;
            }
            let Some(sequences) = self.solved(symbolic, &from.sequence) else { break };
            let targets = target.map_or_else(|| self.targets(), |target| vec![target]);
            let before = self.archive.covered();
            let mut next: Option<Individual> = None;
            for sequence in sequences {
                let Some(run) = self.evaluate(sequence) else { continue };
                let best = next.as_ref().unwrap_or(&from);
                if targets.iter().any(|&at| run.distances[at] < best.distances[at]) {
                    next = Some(run);
                }
            }
            let has_covered = self.archive.covered() > before;
            symbolic.account.count(SYMBOLIC, self.archive.covered(), self.evaluations);
            match next {
                Some(next) => {
                    from = next.clone();
                    found.push(next);
                }
                None if has_covered => {}
                None => break,
            }
        }
        symbolic.account.count(SYMBOLIC, self.archive.covered(), self.evaluations);
        found
    }

    /// Sequences that go another way than `sequence`; `None` when no way is left.
    fn solved(&mut self, symbolic: &mut Symbolic, sequence: &Sequence) -> Option<Vec<Sequence>> {
        let Some(solved) = self.runner.solve(sequence, MAX_QUERIES) else {
            symbolic.is_on = false;
            return None;
        };
        self.evaluations += solved.cost_evals;
        if solved.sequences.is_empty() {
            symbolic.exhausted.insert(digest(sequence));
            return None;
        }
        Some(solved.sequences)
    }

    /// Symbolic execution without evolution: random sequences, each explored by its leaves.
    pub(super) fn explore_alone(&mut self) {
        let mut symbolic = Symbolic::new(self.options);
        while !self.is_over() {
            let fresh = self.fresh();
            let Some(first) = self.evaluate(fresh) else { continue };
            let mut waiting = std::collections::VecDeque::from([first]);
            for _ in 0..MAX_ROUNDS_ALONE {
                let Some(from) = waiting.pop_front() else { break };
                let Some(sequences) = self.solved(&mut symbolic, &from.sequence) else { continue };
                let before = self.archive.covered();
                for sequence in sequences {
                    waiting.extend(self.evaluate(sequence));
                }
                // The same sequence has other ways left; those that cover something are worth more.
                match self.archive.covered() > before {
                    true => waiting.push_front(from),
                    false => waiting.push_back(from),
                }
                if self.is_over() {
                    return;
                }
            }
        }
    }
}

fn digest(sequence: &Sequence) -> u64 {
    let mut hasher = DefaultHasher::new();
    for step in &sequence.steps.steps {
        step.hash(&mut hasher);
    }
    sequence.leaves.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_the_budget_follows_what_is_covered_for_the_cost() {
        let mut account = Account::default();
        account.count(OTHER, 2, 10_000);
        account.count(SYMBOLIC, 2, 11_000);
        assert!(account.allows(), "symbolic execution has had a tenth");
        let idle = {
            let mut account = Account::default();
            account.count(OTHER, 200, 4_000);
            account.count(SYMBOLIC, 200, 6_000);
            account.allows()
        };
        assert!(!idle, "a third of the budget for nothing is too much");
        let mut fruitful = Account::default();
        fruitful.count(OTHER, 1, 4_000);
        fruitful.count(SYMBOLIC, 40, 8_000);
        assert!(fruitful.allows(), "half of the budget for most goals is not");
    }

    #[test]
    fn the_probability_is_adapted_by_the_factor() {
        let options = Options {
            dse_probability: 0.5,
            dse_factor: 2.0,
            strategy: Strategy::Hybrid,
            ..Options::default()
        };
        let mut symbolic = Symbolic::new(&options);
        symbolic.adapt(false);
        assert_eq!(symbolic.probability, 0.25);
        (0..5).for_each(|_| symbolic.adapt(true));
        assert_eq!(symbolic.probability, 1.0);
    }
}
