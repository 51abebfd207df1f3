//! MOSA: every open goal is an objective, the archive keeps what covers them.
//!
//! ```text
//! P ← random population                        Panichella, Kifetew and Tonella,
//! loop                                          Reformulating Branch Coverage as a Many-Objective
//!   Q ← offspring of P                          Optimization Problem, ICST 2015, Algorithm 1
//!   F0, F1, … ← preference sorting of P ∪ Q
//!   P ← F0, F1, … until it is full, the last front by subvector dominance
//! ```
//!
//! [`super::dynamosa`] is this with other objectives; both run [`Search::many_objectives`]. Deviations: some offspring are made anew
//! ([`Search::fresh`]), and local search follows each generation ([`super::local`]); how many, and how long, follows what each covers
//! ([`super::makers`]).

use super::fronts::{rank, subvector_dominance};
use super::local::{Extent, Local};
use super::makers::Maker;
use super::{Individual, Search};
use trine_testcase::objects::Sequence;

/// Two parents are crossed with this probability (EvoSuite's rate), else copied.
const CROSSOVER: f64 = 0.75;

/// A parent is the best of so many drawn at random.
const TOURNAMENT: usize = 6;

impl Search<'_, '_> {
    /// All goals are searched for from the start.
    pub(super) fn mosa(&mut self, local: &mut Local) {
        self.active.fill(true);
        self.many_objectives(local);
    }

    /// Runs generations until the search is over; the objectives are [`Search::targets`] at each time.
    pub(super) fn many_objectives(&mut self, local: &mut Local) {
        let size = self.options.population.max(4);
        let mut population = self.first_population(size);
        self.makers.count(Maker::Fresh, self.news, self.work());
        while !self.is_over() && !population.is_empty() {
            population = self.survivors(population, size);
            self.update_wanted();
            let offspring = self.offspring(&population, size, local);
            population.extend(offspring);
            let extent = Extent::Work(self.makers.local_credit());
            population.extend(self.local_search(local, extent));
            self.makers.age();
        }
    }

    /// Sequences drawn at random.
    pub(super) fn first_population(&mut self, size: usize) -> Vec<Individual> {
        let mut population = Vec::with_capacity(2 * size);
        while population.len() < size && !self.is_over() {
            let fresh = self.fresh();
            population.extend(self.evaluate(fresh));
        }
        population
    }

    /// The best `size`, front by front; the last front by subvector dominance.
    fn survivors(&mut self, population: Vec<Individual>, size: usize) -> Vec<Individual> {
        let mut population = self.without_avoided(population);
        self.doubt_old(&mut population);
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
    fn offspring(&mut self, parents: &[Individual], size: usize, local: &mut Local) -> Vec<Individual> {
        let mut offspring = Vec::with_capacity(size);
        for _ in 0..size {
            if self.is_over() {
                break;
            }
            let maker = match self.rng.chance(self.makers.fresh_share()) {
                true => Maker::Fresh,
                false => Maker::Breeding,
            };
            let (child, parent) = match maker {
                Maker::Fresh => (self.fresh(), None),
                _ => self.child(parents),
            };
            let child = self.evaluate(child);
            self.makers.count(maker, self.news, self.work());
            let Some(child) = child else { continue };
            if let Some(parent) = parent {
                let Local { symbolic, explored, .. } = &mut *local;
                offspring.extend(self.solve_moved(symbolic, explored, (&parents[parent], &child)));
                self.makers.pass_over(self.news, self.work());
            }
            offspring.push(child);
        }
        offspring
    }

    /// A child, and the position of the parent from which it differs by values of leaves only.
    fn child(&mut self, parents: &[Individual]) -> (Sequence, Option<usize>) {
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
        match self.mutant(parent) {
            (child, true) => (child, Some(first)),
            (child, false) => (child, None),
        }
    }

    /// A changed copy, and whether only its leaves were changed.
    pub(super) fn mutant(&mut self, parent: &Individual) -> (Sequence, bool) {
        match self.rng.chance(0.3) {
            true => (self.operators().mutate_leaves(&parent.sequence), true),
            false => (self.operators().mutate(&parent.sequence, parent.threw), false),
        }
    }

    /// The position of a parent: the least of several, as they are sorted.
    fn tournament(&mut self, count: usize) -> usize {
        (0..TOURNAMENT).map(|_| self.rng.position(count)).min().unwrap_or(0)
    }
}
