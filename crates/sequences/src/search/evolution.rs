//! The generations: fronts by preference and dominance, offspring by crossover and mutation, the best of both survive.

use super::fronts::{rank, subvector_dominance};
use super::symbolic::Symbolic;
use super::{Individual, Search};
use std::collections::HashMap;

/// Two parents are crossed with this probability (EvoSuite's rate), else copied.
const CROSSOVER: f64 = 0.75;

/// So many offspring of a generation are made anew, one in.
const FRESH_ONE_IN: u64 = 8;

/// A parent is the best of so many drawn at random.
const TOURNAMENT: usize = 6;

/// Targets whose best sequence is searched by its leaves after a generation.
const LEAF_SEARCHES: usize = 3;

impl Search<'_, '_> {
    /// Runs generations until the search is over.
    pub(super) fn evolve(&mut self) {
        let size = self.options.population.max(4);
        let mut population = Vec::with_capacity(2 * size);
        while population.len() < size && !self.is_over() {
            let fresh = self.fresh();
            population.extend(self.evaluate(fresh));
        }
        // What the leaves of the best sequence for a target were searched from, so that it is done once.
        let mut searched: HashMap<usize, f64> = HashMap::new();
        let mut next_target = 0;
        let mut symbolic = Symbolic::new(self.options);
        while !self.is_over() && !population.is_empty() {
            population = self.survivors(population, size);
            let offspring = self.offspring(&population, size, &mut symbolic);
            population.extend(offspring);
            let solved = self.solve_targets(&mut symbolic, &population);
            population.extend(solved);
            self.search_leaves(&mut population, &mut searched, &mut next_target);
        }
    }

    /// The best `size`, front by front; the last front by subvector dominance.
    fn survivors(&mut self, population: Vec<Individual>, size: usize) -> Vec<Individual> {
        let targets = self.targets();
        let fronts = rank(&population, &targets, size);
        let mut chosen: Vec<usize> = Vec::with_capacity(size);
        for mut front in fronts {
            if chosen.len() + front.len() > size {
                let dominance = subvector_dominance(&population, &front, &targets);
                let mut order: Vec<usize> = (0..front.len()).collect();
                order.sort_by_key(|&at| (dominance[at], population[front[at]].length(), front[at]));
                front = order.into_iter().map(|at| front[at]).collect();
            }
            let room = size - chosen.len();
            chosen.extend(front.into_iter().take(room));
        }
        let mut population: Vec<Option<Individual>> = population.into_iter().map(Some).collect();
        chosen.into_iter().filter_map(|at| population[at].take()).collect()
    }

    /// A generation of offspring, parents being sorted by rank.
    fn offspring(&mut self, parents: &[Individual], size: usize, symbolic: &mut Symbolic) -> Vec<Individual> {
        let mut offspring = Vec::with_capacity(size);
        for _ in 0..size {
            if self.is_over() {
                break;
            }
            let (child, parent) = match self.rng.below(FRESH_ONE_IN) {
                0 => (self.fresh(), None),
                _ => self.child(parents),
            };
            let Some(child) = self.evaluate(child) else { continue };
            if let Some(parent) = parent {
                offspring.extend(self.solve_moved(symbolic, &parents[parent], &child));
            }
            offspring.push(child);
        }
        offspring
    }

    /// A child, and the position of the parent from which it differs by values of leaves only.
    fn child(&mut self, parents: &[Individual]) -> (trine_testcase::objects::Sequence, Option<usize>) {
        let first = self.tournament(parents.len());
        let second = self.tournament(parents.len());
        let parent = &parents[first];
        if self.rng.chance(CROSSOVER) && first != second {
            let crossed = self.operators().crossover(&parent.sequence, &parents[second].sequence);
            let child = match self.rng.chance(0.5) {
                true => self.operators().mutate(&crossed, None),
                false => crossed,
            };
            return (child, None);
        }
        match self.rng.chance(0.3) {
            true => (self.operators().mutate_leaves(&parent.sequence), Some(first)),
            false => (self.operators().mutate(&parent.sequence, parent.threw), None),
        }
    }

    /// The position of a parent: the least of several, as they are sorted.
    fn tournament(&mut self, count: usize) -> usize {
        (0..TOURNAMENT).map(|_| self.rng.position(count)).min().unwrap_or(0)
    }

    /// Searches the leaves of the best sequences for some targets that have come nearer since that was last done.
    fn search_leaves(
        &mut self,
        population: &mut Vec<Individual>,
        searched: &mut HashMap<usize, f64>,
        next_target: &mut usize,
    ) {
        let targets = self.targets();
        let mut done = 0;
        for turn in 0..targets.len() {
            if done == LEAF_SEARCHES || self.is_over() {
                break;
            }
            let target = targets[(*next_target + turn) % targets.len()];
            let by_distance = |a: &&Individual, b: &&Individual| {
                a.distances[target].total_cmp(&b.distances[target]).then(a.length().cmp(&b.length()))
            };
            let Some(best) = population.iter().min_by(by_distance).cloned() else { return };
            let distance = best.distances[target];
            let known = searched.get(&target).copied().unwrap_or(f64::INFINITY);
            if !distance.is_finite() || distance >= known || self.archive.is_covered(target) {
                continue;
            }
            done += 1;
            let improved = self.alternate(best, target);
            searched.insert(target, improved.distances[target]);
            if improved.distances[target] < distance {
                population.push(improved);
            }
        }
        *next_target += 1;
    }
}
