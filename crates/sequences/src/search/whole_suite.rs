//! Whole suites: an individual is a set of tests, and its fitness says how far all goals are from being covered.
//!
//! ```text
//! P ← random suites                                         Fraser and Arcuri, Whole Test Suite
//! loop                                                      Generation, TSE 2013, Algorithm 1
//!   P' ← the best of P                                      (elitism)
//!   while P' is not full
//!     two parents by rank; crossover at a relative place α: the first α of one, the last 1 − α of the other, and the reverse
//!     each test is mutated with probability 1/n; tests are inserted with probability σ, σ², …
//!     the offspring enter P' if the better one is no worse than the better parent, and no longer than twice the best; else the parents do
//! ```
//!
//! Fitness of a suite T: Σ over goals of 0 where a test covers it, ν(distance) of the nearest test, 1 where no test entered its
//! method. Deviations: the distance is approach level and branch distance of one goal (the paper sums branch distances and asks
//! that a predicate ran twice; a covered opposite branch does the same here: it keeps its own goal); methods not called need
//! no term of their own. With the archive (Rojas, Vivanti, Arcuri and Fraser, *A Detailed Investigation of the Effectiveness of Whole
//! Test Suite Generation*, EMSE 2017) covered goals leave the fitness.

use super::algorithm::Algorithm;
use super::local::{Extent, Local};
use super::{Individual, Search};
use std::rc::Rc;

/// Tests of a random suite at most.
const MAX_FIRST: u64 = 10;
/// Tests of a suite at most.
const MAX_TESTS: usize = 60;
/// Probability of crossover.
const CROSSOVER: f64 = 0.75;
/// Probability σ that a test is inserted.
const INSERTION: f64 = 0.1;
/// Bias of the selection by rank: the best is chosen 1.7 times as often as the mean.
const BIAS: f64 = 1.7;

/// A suite with what it is worth.
#[derive(Clone)]
struct Suite {
    tests: Vec<Rc<Individual>>,
    fitness: f64,
}

impl Suite {
    fn length(&self) -> usize {
        self.tests.iter().map(|test| test.length()).sum()
    }

    fn is_no_worse(&self, other: &Self) -> bool {
        self.fitness < other.fitness || (self.fitness == other.fitness && self.length() <= other.length())
    }
}

impl Search<'_, '_> {
    /// Evolves suites until the search is over.
    pub(super) fn whole_suite(&mut self, local: &mut Local) {
        self.active.fill(true);
        let size = self.options.population.max(4);
        let mut population = Vec::with_capacity(size);
        while population.len() < size && !self.is_over() {
            let count = 1 + self.rng.below(MAX_FIRST);
            let tests = (0..count).filter_map(|_| self.random_test()).collect();
            population.push(self.suite(tests));
        }
        while !self.is_over() && !population.is_empty() {
            self.rescore(&mut population);
            population = self.next_generation(&population, size);
            self.update_wanted();
            let found = self.local_search(local, Extent::default());
            if let Some(best) = population.first_mut() {
                let tests = best.tests.iter().cloned().chain(found.into_iter().map(Rc::new)).collect();
                *best = self.suite(tests);
            }
        }
    }

    fn random_test(&mut self) -> Option<Rc<Individual>> {
        let fresh = self.fresh();
        self.evaluate(fresh).map(Rc::new)
    }

    fn suite(&self, mut tests: Vec<Rc<Individual>>) -> Suite {
        tests.truncate(MAX_TESTS);
        let with_archive = self.options.algorithm == Algorithm::WholeSuiteArchive;
        let goals = (0..self.goals.len()).filter(|&at| !(with_archive && self.archive.is_covered(at)));
        let distance = |at: usize| {
            let nearest = tests.iter().map(|test| test.distances[at]).fold(f64::INFINITY, f64::min);
            if nearest.is_finite() { nearest / (nearest + 1.0) } else { 1.0 }
        };
        let fitness = goals.map(distance).sum();
        Suite { tests, fitness }
    }

    /// Fitness anew, since goals were covered meanwhile, or are in doubt; the best first.
    fn rescore(&self, population: &mut [Suite]) {
        for suite in population.iter_mut() {
            let mut tests = std::mem::take(&mut suite.tests);
            tests.retain(|test| !self.is_avoided(test));
            *suite = self.suite(tests);
        }
        population.sort_by(|a, b| a.fitness.total_cmp(&b.fitness).then(a.length().cmp(&b.length())));
    }

    fn next_generation(&mut self, population: &[Suite], size: usize) -> Vec<Suite> {
        let mut next = vec![population[0].clone()];
        while next.len() < size && !self.is_over() {
            let (first, second) =
                (&population[self.ranked(population.len())], &population[self.ranked(population.len())]);
            let (mut a, mut b) = (first.tests.clone(), second.tests.clone());
            if self.rng.chance(CROSSOVER) {
                (a, b) = self.cross(first, second);
            }
            let (a, b) = (self.mutated(a), self.mutated(b));
            let best_parent = if first.is_no_worse(second) { first } else { second };
            let best_child = if a.is_no_worse(&b) { &a } else { &b };
            let limit = 2 * population[0].length().max(1);
            if best_child.is_no_worse(best_parent) {
                for (child, parent) in [(a, first), (b, second)] {
                    next.push(if child.length() <= limit { child } else { parent.clone() });
                }
            } else {
                next.extend([first.clone(), second.clone()]);
            }
        }
        next.truncate(size);
        next
    }

    /// A position by rank: linear ranking (Whitley 1989).
    fn ranked(&mut self, count: usize) -> usize {
        let drawn = self.rng.unit();
        let root = (BIAS * BIAS - 4.0 * (BIAS - 1.0) * drawn).max(0.0).sqrt();
        ((count as f64 * (BIAS - root) / (2.0 * (BIAS - 1.0))) as usize).min(count - 1)
    }

    fn cross(&mut self, first: &Suite, second: &Suite) -> (Vec<Rc<Individual>>, Vec<Rc<Individual>>) {
        let alpha = self.rng.unit();
        let cut = |suite: &Suite| (alpha * suite.tests.len() as f64).round() as usize;
        let (a, b) = (cut(first), cut(second));
        let joined =
            |head: &[Rc<Individual>], tail: &[Rc<Individual>]| head.iter().chain(tail).cloned().collect();
        (joined(&first.tests[..a], &second.tests[b..]), joined(&second.tests[..b], &first.tests[a..]))
    }

    fn mutated(&mut self, mut tests: Vec<Rc<Individual>>) -> Suite {
        let chance = 1.0 / tests.len().max(1) as f64;
        for test in &mut tests {
            if self.rng.chance(chance) {
                let (mutant, _) = self.mutant(test);
                if let Some(mutant) = self.evaluate(mutant) {
                    *test = Rc::new(mutant);
                }
            }
        }
        let mut chance = INSERTION;
        while self.rng.chance(chance) && tests.len() < MAX_TESTS {
            tests.extend(self.random_test());
            chance *= INSERTION;
        }
        self.suite(tests)
    }
}
