//! MIO: for each open goal a small population of its own.
//!
//! ```text
//! loop                                                   Arcuri, Test Suite Generation with the Many
//!   with probability Pr, or where nothing is kept:       Independent Objective (MIO) Algorithm, IST 2018,
//!     s ← random sequence                                sections 3.1 to 3.4
//!   else:
//!     k ← open goal whose population was sampled least since it last grew better    (feedback-directed sampling)
//!     s ← one of T(k), mutated; m times in a row, going on from the better one
//!   add s to each T(k) that it does not make worse; T(k) holds n, the worst goes
//!   Pr, n, m move towards 0, 1, 10 until half of the budget is used                 (focused search)
//! ```
//!
//! Deviations: under a budget of time the share that is used is taken from runs, as if there were [`EXPECTED_EVALS`] of them;
//! local search follows every [`LOCAL_EVERY`] runs ([`super::local`]).

use super::local::{Extent, Local};
use super::{Individual, Search};
use std::rc::Rc;

/// Probability of a random sequence at the start.
const RANDOM: f64 = 0.5;
/// Sequences that are kept for a goal at the start.
const KEPT: f64 = 10.0;
/// Mutations in a row at the start, and when the search is focused.
const MUTATIONS: (f64, f64) = (1.0, 10.0);
/// The share of the budget after which the search is focused.
const FOCUS: f64 = 0.5;
/// The runs that a budget of time is taken for.
const EXPECTED_EVALS: u64 = 20_000;
/// Runs between local searches.
const LOCAL_EVERY: u64 = 50;

/// The populations: by goal.
struct Populations {
    tests: Vec<Vec<Rc<Individual>>>,
    /// How often each was sampled since it last grew better.
    sampled: Vec<u64>,
}

/// The settings at a time of the search.
#[derive(Clone, Copy)]
struct Focus {
    random: f64,
    kept: usize,
    mutations: u64,
}

impl Focus {
    fn at(used: f64) -> Self {
        let share = (used / FOCUS).clamp(0.0, 1.0);
        let between = |start: f64, end: f64| start + (end - start) * share;
        Self {
            random: between(RANDOM, 0.0),
            kept: between(KEPT, 1.0).round() as usize,
            mutations: between(MUTATIONS.0, MUTATIONS.1).round() as u64,
        }
    }
}

impl Search<'_, '_> {
    /// Samples and mutates until the search is over.
    pub(super) fn mio(&mut self, local: &mut Local) {
        self.active.fill(true);
        let count = self.goals.len();
        let mut populations = Populations { tests: vec![Vec::new(); count], sampled: vec![0; count] };
        let mut next_local = LOCAL_EVERY;
        while !self.is_over() {
            let budget = self.options.budget_evals.min(self.evaluations.max(EXPECTED_EVALS));
            let focus = Focus::at(self.evaluations as f64 / budget.max(1) as f64);
            self.sample(&mut populations, focus);
            if self.evaluations >= next_local {
                self.update_wanted();
                for found in self.local_search(local, Extent::default()) {
                    self.add(&mut populations, &Rc::new(found), focus.kept);
                }
                for tests in &mut populations.tests {
                    tests.retain(|test| !self.is_avoided(test));
                }
                next_local = self.evaluations + LOCAL_EVERY;
            }
        }
    }

    fn sample(&mut self, populations: &mut Populations, focus: Focus) {
        let target = self.least_sampled(populations);
        let Some(target) = target.filter(|_| !self.rng.chance(focus.random)) else {
            let fresh = self.fresh();
            if let Some(individual) = self.evaluate(fresh) {
                self.add(populations, &Rc::new(individual), focus.kept);
            }
            return;
        };
        populations.sampled[target] += 1;
        let tests = &populations.tests[target];
        let mut current = Rc::clone(&tests[self.rng.position(tests.len())]);
        for _ in 0..focus.mutations {
            let (mutant, _) = self.mutant(&current);
            let Some(mutant) = self.evaluate(mutant).map(Rc::new) else { return };
            self.add(populations, &mutant, focus.kept);
            if mutant.distances[target] <= current.distances[target] {
                current = mutant;
            }
        }
    }

    /// The open goal with sequences that was sampled least; ties are broken at random.
    fn least_sampled(&mut self, populations: &Populations) -> Option<usize> {
        let with_tests = |&at: &usize| !self.archive.is_covered(at) && !populations.tests[at].is_empty();
        let open: Vec<usize> = (0..self.goals.len()).filter(with_tests).collect();
        let least = open.iter().map(|&at| populations.sampled[at]).min()?;
        let ties: Vec<usize> = open.into_iter().filter(|&at| populations.sampled[at] == least).collect();
        Some(ties[self.rng.position(ties.len())])
    }

    /// Adds a sequence to the population of each open goal that it came near to, and takes the worst out where there are too many.
    fn add(&self, populations: &mut Populations, individual: &Rc<Individual>, kept: usize) {
        for at in 0..self.goals.len() {
            let distance = individual.distances[at];
            let tests = &mut populations.tests[at];
            if self.archive.is_covered(at) {
                tests.clear();
                continue;
            }
            if !distance.is_finite() {
                continue;
            }
            let best = tests.first().map_or(f64::INFINITY, |best| best.distances[at]);
            if distance < best {
                populations.sampled[at] = 0;
            }
            tests.push(Rc::clone(individual));
            tests.sort_by(|a, b| a.distances[at].total_cmp(&b.distances[at]).then(a.cost().cmp(&b.cost())));
            tests.truncate(kept.max(1));
        }
    }
}
