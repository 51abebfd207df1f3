//! The genetic algorithm of Wegener, Baresel and Sthamer (2001), in the configuration of Baars et al. (2011, section V-B,
//! IGUANA): six sub-populations that compete and exchange individuals.
//!
//! ```text
//! six sub-populations of 50 random individuals                    [populate]
//! repeat, for each sub-population in turn                         [generation]
//!   rank linearly, selection pressure 1.7                           sub-population sorted, [`ranking`]
//!   select by stochastic universal sampling                         [`ranking`]
//!   recombine discretely, mutate as the breeder does                [breed], [`variation`]
//!   evaluate the offspring                                          [evaluate]
//!   reinsert: the fittest 10 % stay                                 [succeed], [`population`]
//! progress every generation, sizes every 4th, migration every 20th  [`competition`]
//! ```
//!
//! What the papers leave open, and what is done here: as many offspring are bred as individuals are replaced (Pohlheim's
//! generation gap of 0.9); every pair of parents has two children; a leaf that is not a plain number is
//! treated as [`variation`] says. A starting point, if one is given, is an individual of every sub-population. Strings
//! are edited as such where that is asked for, which experiments do not.
//!
//! Counts evaluations, never time; allocates nothing after the first generation, but for the edits of strings.

pub mod competition;
pub mod population;
pub mod ranking;
pub mod roulette;
pub mod variation;

use crate::draw::Draw;
use crate::fitness::Fitness;
use crate::objective::{Objective, Outcome, Stopped};
use crate::random::RandomValues;
use population::{Individual, SubPopulation};
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// The parameters, under the names of the papers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneticConfig {
    /// Sub-populations.
    pub sub_populations: usize,
    /// Individuals of each at the beginning.
    pub size: usize,
    /// Selection pressure of linear ranking: 1 (none) to 2.
    pub pressure: f64,
    /// Share of a sub-population that survives reinsertion.
    pub elite: f64,
    /// Generations between changes of the sizes.
    pub competition_interval: u64,
    /// Fewest individuals of a sub-population.
    pub least: usize,
    /// Generations between migrations.
    pub migration_interval: u64,
    /// Share of each sub-population that migrates.
    pub migrants: f64,
}

impl Default for GeneticConfig {
    fn default() -> Self {
        Self {
            sub_populations: 6,
            size: 50,
            pressure: 1.7,
            elite: 0.1,
            competition_interval: 4,
            least: 5,
            migration_interval: 20,
            migrants: 0.1,
        }
    }
}

/// Children of which a text is edited, where strings are edited.
const EDITED: f64 = 0.25;

/// A search over the leaves of one skeleton.
#[derive(Clone, Debug)]
pub struct GeneticAlgorithm<'k> {
    kinds: &'k [LeafKind],
    /// Per leaf: the values it may take; none for all of its kind, empty when all may.
    ranges: &'k [Option<LeafRange>],
    config: GeneticConfig,
    /// What strings are edited with, and where they are; none where they are numbers like all others.
    strings: Option<(&'k RandomValues, Vec<(usize, usize)>)>,
    populations: Vec<SubPopulation>,
    best: Individual,
    /// Generations that were finished when the best was found.
    found: u64,
    generations: u64,
    evaluations: u64,
    buffers: Buffers,
}

/// What would be allocated again and again.
#[derive(Clone, Debug, Default)]
struct Buffers {
    offspring: Vec<Individual>,
    parents: Vec<usize>,
    order: Vec<usize>,
    moving: Vec<Individual>,
    places: Vec<(usize, usize)>,
}

impl<'k> GeneticAlgorithm<'k> {
    /// A search over leaves of these kinds.
    #[must_use]
    pub fn new(kinds: &'k [LeafKind], config: GeneticConfig) -> Self {
        let individuals = config.sub_populations * config.size;
        let blank = Individual::blank(kinds.len());
        let buffers = Buffers { offspring: vec![blank.clone(); individuals], ..Buffers::default() };
        Self {
            kinds,
            ranges: &[],
            config,
            strings: None,
            populations: Vec::with_capacity(config.sub_populations),
            best: blank,
            found: 0,
            generations: 0,
            evaluations: 0,
            buffers,
        }
    }

    /// The same search, in which leaves take values of `ranges` only: one per leaf.
    #[must_use]
    pub fn within(mut self, ranges: &'k [Option<LeafRange>]) -> Self {
        self.ranges = ranges;
        self
    }

    /// The same search, in which strings are edited too ([`crate::text`]): characters are inserted and taken out, and what
    /// follows moves along. Wegener's mutation knows numbers only.
    #[must_use]
    pub fn editing(mut self, values: &'k RandomValues) -> Self {
        let runs = crate::text::runs(self.kinds);
        self.strings = (!runs.is_empty()).then_some((values, runs));
        self
    }

    /// Searches a population from `draw`, `start` (one value per leaf) among them, until the objective stops it.
    pub fn run(
        &mut self,
        start: Option<&[u128]>,
        draw: &impl Draw,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Outcome {
        self.populations.clear();
        self.best.fitness = crate::objective::WORST;
        if let Err(Stopped) = self.populate(start, draw, stream, objective) {
            return self.stopped();
        }
        self.proceed(u64::MAX, draw, stream, objective)
    }

    /// Goes on with the population there is, one from `draw` at first, until the objective stops it or it stagnates;
    /// it may go on later. It stagnates when, from here on, it has bred for as many generations as it took to find its
    /// best, but for `patience` at least, and has found nothing better.
    pub fn proceed(
        &mut self,
        patience: u64,
        draw: &impl Draw,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Outcome {
        if self.populations.is_empty() && self.populate(None, draw, stream, objective).is_err() {
            return self.stopped();
        }
        if self.kinds.is_empty() {
            return Outcome::Stuck;
        }
        let resumed = self.generations;
        while self.generations - self.found.max(resumed) < patience.max(self.found) {
            if let Err(Stopped) = self.generation(stream, objective) {
                return self.stopped();
            }
        }
        Outcome::Stuck
    }

    /// How it ended when the objective, or the target, stopped it.
    fn stopped(&self) -> Outcome {
        if self.best.fitness.is_covered() { Outcome::Solved } else { Outcome::Exhausted }
    }

    /// The best leaves found, and their fitness.
    #[must_use]
    pub fn best(&self) -> (&[u128], Fitness) {
        (&self.best.leaves, self.best.fitness)
    }

    /// Evaluations asked of the objective so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Generations finished so far.
    #[must_use]
    pub fn generations(&self) -> u64 {
        self.generations
    }

    /// The sub-populations, as they stand.
    #[must_use]
    pub fn populations(&self) -> &[SubPopulation] {
        &self.populations
    }

    fn populate(
        &mut self,
        start: Option<&[u128]>,
        draw: &impl Draw,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Result<(), Stopped> {
        let all = self.config.sub_populations * self.config.size;
        for number in 1..=self.config.sub_populations {
            let mut individuals = Vec::with_capacity(all);
            for at in 0..self.config.size {
                let mut individual = Individual::blank(self.kinds.len());
                match start.filter(|_| at == 0) {
                    Some(start) => {
                        individual.leaves.copy_from_slice(start);
                        crate::draw::fold(self.kinds, self.ranges, &mut individual.leaves);
                    }
                    None => draw.draw(self.kinds, self.ranges, stream, &mut individual.leaves),
                }
                self.evaluate(&mut individual, objective)?;
                individuals.push(individual);
            }
            let step = 10f64.powi(-(number as i32));
            let mut population = SubPopulation { individuals, step, progress: 0.0 };
            population.sort();
            self.populations.push(population);
        }
        Ok(())
    }

    /// One generation of every sub-population, then competition and migration when they are due.
    fn generation(&mut self, stream: &mut Stream, objective: &mut impl Objective) -> Result<(), Stopped> {
        let mut offspring = std::mem::take(&mut self.buffers.offspring);
        let ended = (0..self.populations.len())
            .try_for_each(|at| self.succeed(at, &mut offspring, stream, objective));
        self.buffers.offspring = offspring;
        ended?;
        self.generations += 1;
        self.compete(stream);
        Ok(())
    }

    /// The next generation of the sub-population at `at`; `offspring` has room for it.
    fn succeed(
        &mut self,
        at: usize,
        offspring: &mut [Individual],
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Result<(), Stopped> {
        let elite = self.populations[at].elite(self.config.elite);
        let offspring = &mut offspring[..self.populations[at].individuals.len() - elite];
        self.breed(at, stream, offspring);
        for young in &mut *offspring {
            self.evaluate(young, objective)?;
        }
        self.populations[at].reinsert(elite, offspring);
        Ok(())
    }

    fn compete(&mut self, stream: &mut Stream) {
        let Self { populations, config, buffers, .. } = self;
        competition::measure_progress(populations, config.pressure, &mut buffers.order);
        if self.generations.is_multiple_of(config.competition_interval) {
            competition::resize(populations, config, stream, &mut buffers.order, &mut buffers.moving);
        }
        if self.generations.is_multiple_of(config.migration_interval) {
            competition::migrate(populations, config.migrants, stream, &mut buffers.places);
        }
        populations.iter_mut().for_each(SubPopulation::sort);
    }

    /// Selects parents in the sub-population at `at`, and writes their children into `offspring`: two of every pair.
    fn breed(&mut self, at: usize, stream: &mut Stream, offspring: &mut [Individual]) {
        let SubPopulation { individuals, step, .. } = &self.populations[at];
        let parents = &mut self.buffers.parents;
        let (count, pressure) = (individuals.len(), self.config.pressure);
        ranking::stochastic_universal_sampling(count, pressure, offspring.len(), stream, parents);
        for (number, child) in offspring.iter_mut().enumerate() {
            // The last of an odd number pairs with the first.
            let [mother, father] =
                [number, (number ^ 1) % parents.len()].map(|of| &individuals[parents[of]].leaves);
            variation::discrete_recombination(mother, father, stream, &mut child.leaves);
            variation::breeder_mutation(self.kinds, self.ranges, *step, stream, &mut child.leaves);
            if let Some((values, runs)) = &self.strings
                && stream.chance(EDITED)
            {
                let run = runs[stream.position(runs.len())];
                crate::text::edit(self.kinds, &mut child.leaves, run, values, stream);
                crate::draw::fold(self.kinds, self.ranges, &mut child.leaves);
            }
        }
    }

    fn evaluate(
        &mut self,
        individual: &mut Individual,
        objective: &mut impl Objective,
    ) -> Result<(), Stopped> {
        self.evaluations += 1;
        individual.fitness = objective.evaluate(&individual.leaves).ok_or(Stopped)?;
        individual.born = self.evaluations;
        if individual.fitness < self.best.fitness {
            self.best.fitness = individual.fitness;
            self.found = self.generations;
            self.best.leaves.copy_from_slice(&individual.leaves);
        }
        if self.best.fitness.is_covered() { Err(Stopped) } else { Ok(()) }
    }
}

/// The positions of `populations` in the order of `key`, least first; of equals the earlier first.
fn by_key(order: &mut Vec<usize>, populations: &[SubPopulation], key: impl Fn(&SubPopulation) -> f64) {
    order.clear();
    order.extend(0..populations.len());
    order.sort_unstable_by(|&a, &b| key(&populations[a]).total_cmp(&key(&populations[b])).then(a.cmp(&b)));
}
