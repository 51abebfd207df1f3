//! Sub-populations compete for individuals, and exchange some (Schlierkamp-Voosen and Mühlenbein 1994; Pohlheim 1999,
//! as Wegener, Baresel and Sthamer 2001 configured it).
//!
//! ```text
//! every generation        rank   := linear rank (pressure 1.7) by mean fitness
//!                         progress := 0.9 · progress + 0.1 · rank
//! every 4th generation    share  := linear rank by progress, of all individuals
//!                         those above their share give, those below receive; nobody gets below 5
//! every 20th generation   a tenth of each, at random, goes to random places of all
//! ```
//!
//! The paper leaves open how fast sizes follow the shares and who moves. Here a sub-population gives at most a tenth of
//! its individuals at a time, drawn at random; the best by progress receives first.

use super::population::{Individual, SubPopulation, portion};
use super::ranking::{linear_rank, shuffle};
use super::{GeneticConfig, by_key};
use trine_base::Stream;

/// Part of the progress that is remembered from generation to generation.
const MEMORY: f64 = 0.9;
/// Most individuals that a sub-population gives at a time, as a share of its own.
const GIVEN: f64 = 0.1;

/// Ranks sub-populations by mean fitness and adds that to their progress.
pub fn measure_progress(populations: &mut [SubPopulation], pressure: f64, order: &mut Vec<usize>) {
    by_key(order, populations, |population| population.mean_fitness());
    for (rank, &at) in order.iter().enumerate() {
        let population = &mut populations[at];
        population.progress =
            MEMORY * population.progress + (1.0 - MEMORY) * linear_rank(rank, order.len(), pressure);
    }
}

/// Individuals move from sub-populations above their share to those below.
pub fn resize(
    populations: &mut [SubPopulation],
    config: &GeneticConfig,
    stream: &mut Stream,
    order: &mut Vec<usize>,
    moving: &mut Vec<Individual>,
) {
    by_key(order, populations, |population| -population.progress);
    let total: usize = populations.iter().map(|population| population.individuals.len()).sum();
    let count = populations.len();
    let share = |rank: usize| {
        let share = linear_rank(rank, count, config.pressure) * total as f64 / count as f64;
        (share as usize).max(config.least)
    };
    for (rank, &at) in order.iter().enumerate() {
        let individuals = &mut populations[at].individuals;
        let excess = individuals.len().saturating_sub(share(rank));
        for _ in 0..excess.min(portion(individuals.len(), GIVEN)) {
            let one = stream.position(individuals.len());
            moving.push(individuals.swap_remove(one));
        }
    }
    for (rank, &at) in order.iter().enumerate() {
        let individuals = &mut populations[at].individuals;
        let lacking = share(rank).saturating_sub(individuals.len()).min(moving.len());
        individuals.extend(moving.drain(moving.len() - lacking..));
    }
    // What shares lost by rounding goes to the best.
    if let Some(&best) = order.first() {
        populations[best].individuals.append(moving);
    }
}

/// Random individuals, the same number from every sub-population's tenth, change places at random.
pub fn migrate(
    populations: &mut [SubPopulation],
    share: f64,
    stream: &mut Stream,
    places: &mut Vec<(usize, usize)>,
) {
    places.clear();
    for (at, population) in populations.iter_mut().enumerate() {
        let individuals = &mut population.individuals;
        for first in 0..portion(individuals.len(), share) {
            let one = first + stream.position(individuals.len() - first);
            individuals.swap(first, one);
            places.push((at, first));
        }
    }
    shuffle(places, stream);
    // One cycle through the shuffled places: nobody stays where they were.
    let mut carried = Individual::blank(0);
    for &(at, place) in places.iter().chain(places.first()) {
        std::mem::swap(&mut carried, &mut populations[at].individuals[place]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fitness::Fitness;

    /// Six sub-populations of 50, the first the fittest.
    fn populations() -> Vec<SubPopulation> {
        let individual = |at: usize, one: usize| Individual {
            leaves: vec![(at * 50 + one) as u128],
            fitness: Fitness { approach_level: at as u32, branch_distance: 1.0 },
            born: one as u64,
        };
        let of = |at| SubPopulation {
            individuals: (0..50).map(|one| individual(at, one)).collect(),
            step: 0.1,
            progress: 0.0,
        };
        (0..6).map(of).collect()
    }

    fn names(populations: &[SubPopulation]) -> Vec<u128> {
        let mut names: Vec<_> =
            populations.iter().flat_map(|p| &p.individuals).map(|one| one.leaves[0]).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn progress_follows_the_rank_by_a_tenth() {
        let (mut populations, mut order) = (populations(), Vec::new());
        measure_progress(&mut populations, 1.7, &mut order);
        assert!((populations[0].progress - 0.17).abs() < 1e-12);
        assert!((populations[5].progress - 0.03).abs() < 1e-12);
        measure_progress(&mut populations, 1.7, &mut order);
        assert!((populations[0].progress - (0.9 * 0.17 + 0.17)).abs() < 1e-12);
    }

    #[test]
    fn the_stronger_grow_and_nobody_dies_out_or_gets_lost() {
        let config = GeneticConfig { pressure: 2.0, ..GeneticConfig::default() };
        let (mut populations, mut stream) = (populations(), Stream::new(1, "competition"));
        let (mut order, mut moving) = (Vec::new(), Vec::new());
        let before = names(&populations);
        for _ in 0..100 {
            measure_progress(&mut populations, config.pressure, &mut order);
            // Fitness stands still: the ranks are those of the mean of what is there now.
            resize(&mut populations, &config, &mut stream, &mut order, &mut moving);
            assert!(populations.iter().all(|population| population.individuals.len() >= config.least));
        }
        assert_eq!(names(&populations), before);
        let sizes: Vec<_> = populations.iter().map(|population| population.individuals.len()).collect();
        assert!(sizes[0] > 80 && sizes[5] == config.least, "{sizes:?}");
    }

    #[test]
    fn a_first_division_moves_at_most_a_tenth() {
        let (mut populations, config) = (populations(), GeneticConfig::default());
        let (mut order, mut moving, mut stream) = (Vec::new(), Vec::new(), Stream::new(1, "division"));
        measure_progress(&mut populations, config.pressure, &mut order);
        resize(&mut populations, &config, &mut stream, &mut order, &mut moving);
        let sizes: Vec<_> = populations.iter().map(|population| population.individuals.len()).collect();
        assert_eq!(sizes, [65, 50, 50, 45, 45, 45]);
    }

    #[test]
    fn migration_moves_a_tenth_of_each_and_loses_nobody() {
        let (mut populations, mut stream) = (populations(), Stream::new(1, "migration"));
        let before = names(&populations);
        migrate(&mut populations, 0.1, &mut stream, &mut Vec::new());
        assert_eq!(names(&populations), before);
        assert!(populations.iter().all(|population| population.individuals.len() == 50));
        let strangers = |(at, population): (usize, &SubPopulation)| {
            population.individuals.iter().filter(|one| one.fitness.approach_level != at as u32).count()
        };
        let moved: usize = populations.iter().enumerate().map(strangers).sum();
        assert!((15..=30).contains(&moved), "{moved}");
    }
}
