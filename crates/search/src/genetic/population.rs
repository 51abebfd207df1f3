//! Individuals and sub-populations; how offspring take the place of their elders.
//!
//! A sub-population is kept sorted, the fittest first; of equals the younger stands first, so that a plateau is
//! crossed rather than guarded. **Elitist reinsertion:** the fittest tenth stays, offspring replace the others.

use crate::fitness::Fitness;
use crate::objective::WORST;

/// Leaves and how near they are.
#[derive(Clone, Debug)]
pub struct Individual {
    /// One value per leaf.
    pub leaves: Vec<u128>,
    /// How near that is.
    pub fitness: Fitness,
    /// Number of the evaluation that gave the fitness.
    pub born: u64,
}

impl Individual {
    /// An individual of `len` leaves that was not evaluated.
    #[must_use]
    pub fn blank(len: usize) -> Self {
        Self { leaves: vec![0; len], fitness: WORST, born: 0 }
    }
}

/// Individuals that reproduce among themselves.
#[derive(Clone, Debug)]
pub struct SubPopulation {
    /// Its individuals.
    pub individuals: Vec<Individual>,
    /// Size of its mutation steps, as a share of the domain: 10^-1 for the first sub-population, 10^-2 for the second, …
    pub step: f64,
    /// How well it did of late, see [`super::competition`].
    pub progress: f64,
}

impl SubPopulation {
    /// Sorts, the fittest first.
    pub fn sort(&mut self) {
        sort(&mut self.individuals);
    }

    /// The individuals that reinsertion keeps: a tenth, but one at least.
    #[must_use]
    pub fn elite(&self, share: f64) -> usize {
        portion(self.individuals.len(), share)
    }

    /// Replaces all but the `elite` fittest by `offspring`, which must be as many and get back those replaced.
    pub fn reinsert(&mut self, elite: usize, offspring: &mut [Individual]) {
        self.sort();
        for (elder, young) in self.individuals[elite..].iter_mut().zip(offspring) {
            std::mem::swap(elder, young);
        }
        self.sort();
    }

    /// Mean of the fitness values.
    #[must_use]
    pub fn mean_fitness(&self) -> f64 {
        let sum: f64 = self.individuals.iter().map(|individual| individual.fitness.value()).sum();
        sum / self.individuals.len().max(1) as f64
    }
}

/// `share` of `count`, rounded, but one at least.
#[must_use]
pub fn portion(count: usize, share: f64) -> usize {
    ((count as f64 * share).round() as usize).clamp(1, count.max(1))
}

fn sort(individuals: &mut [Individual]) {
    // The evaluation numbers make the order total, so that it does not depend on the algorithm.
    individuals.sort_unstable_by(|a, b| a.fitness.cmp(&b.fitness).then(b.born.cmp(&a.born)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(distance: f64, born: u64) -> Individual {
        Individual {
            leaves: vec![born.into()],
            fitness: Fitness { approach_level: 0, branch_distance: distance },
            born,
        }
    }

    #[test]
    fn the_fittest_tenth_survives_and_offspring_replace_the_others() {
        let individuals = (0..20).map(|i| individual(f64::from(i as u32) + 10.0, i)).collect();
        let mut population = SubPopulation { individuals, step: 0.1, progress: 0.0 };
        let elite = population.elite(0.1);
        assert_eq!(elite, 2);
        let mut offspring: Vec<_> = (20..38).map(|i| individual(100.0, i)).collect();
        population.reinsert(elite, &mut offspring);
        let distances: Vec<f64> = population.individuals.iter().map(|i| i.fitness.branch_distance).collect();
        assert_eq!(distances[..3], [10.0, 11.0, 100.0]);
        assert_eq!(distances.len(), 20);
        assert!(
            offspring.iter().all(|replaced| replaced.fitness.branch_distance >= 12.0 && replaced.born < 20)
        );
    }

    #[test]
    fn of_equals_the_younger_stands_first() {
        let individuals = vec![individual(1.0, 4), individual(1.0, 9), individual(0.5, 2)];
        let mut population = SubPopulation { individuals, step: 0.1, progress: 0.0 };
        population.sort();
        assert_eq!(population.individuals.iter().map(|i| i.born).collect::<Vec<_>>(), [2, 9, 4]);
    }

    #[test]
    fn a_portion_is_never_empty() {
        assert_eq!([portion(50, 0.1), portion(5, 0.1), portion(1, 0.1), portion(84, 0.1)], [5, 1, 1, 8]);
    }
}
