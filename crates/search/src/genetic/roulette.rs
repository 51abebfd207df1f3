//! The genetic algorithm of Sofokleous, Andreou and Kourras (ICEIS 2009, section 4), which solves the constraints of
//! one path.
//!
//! ```text
//! 200 random chromosomes, one gene per input that the constraints name
//! repeat, at most 1,000 times
//!   the best passes unchanged                                  elitism
//!   parents by roulette wheel                                  share of the wheel = share of the fitness
//!   with probability 0.45, one-point crossover
//!   each gene mutates with probability 0.10:                   with 0.50 by a step, else switched for a new value
//! until the constraints hold
//! ```
//!
//! Fitness, to be maximized: `Σ 1 / (1 + pf(c))` over the constraints c (equation 1). **Deviation:** `pf` is the
//! logarithm of 1 + the distance. The distances of 32-bit inputs are so large that `1 / (1 + d)` is nothing
//! to the wheel; on this scale halving a distance always pays. Shares are counted from the worst of the population
//! (windowing, Grefenstette 1986), or a population that is much alike would be drawn from evenly.
//!
//! What the paper leaves open, and what is done here: crossover is at one random point; a step is ± a power of two in
//! the order of the type (for floats also in their values).
//!
//! Counts evaluations, never time.

use crate::axis::{self, Direction, Scale};
use crate::draw::Draw;
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// The parameters, under the names of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouletteConfig {
    /// Chromosomes.
    pub population: usize,
    /// Probability that two parents exchange genes.
    pub crossover: f64,
    /// Probability that a gene mutates.
    pub mutation: f64,
    /// Of mutations, the share that are steps; the others switch the gene for a new value.
    pub step: f64,
    /// Most generations after the first population.
    pub generations: u64,
}

impl Default for RouletteConfig {
    fn default() -> Self {
        Self { population: 200, crossover: 0.45, mutation: 0.10, step: 0.50, generations: 1000 }
    }
}

/// The genes that may vary.
#[derive(Clone, Copy, Debug)]
pub struct Genes<'k> {
    /// Their kinds.
    pub kinds: &'k [LeafKind],
    /// Per gene: the values it may take; none for all of its kind.
    pub ranges: &'k [Option<LeafRange>],
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Bred {
    /// Genes for which all constraints hold.
    pub solution: Option<Vec<u128>>,
    /// Generations bred after the first population.
    pub generations: u64,
}

/// What one chromosome is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// All constraints hold.
    Solved,
    /// This much; greater is better.
    Fitness(f64),
}

impl Worth {
    /// Of the distances of all constraints (equation 1).
    #[must_use]
    pub fn of(distances: impl Iterator<Item = f64>) -> Self {
        let (mut fitness, mut solved) = (0.0, true);
        for distance in distances {
            solved &= distance == 0.0;
            fitness += 1.0 / (1.0 + distance.ln_1p());
        }
        if solved { Self::Solved } else { Self::Fitness(fitness) }
    }
}

/// Breeds until `worth` is solved, gives `None` (nothing is left to evaluate with), or the generations are over.
pub fn breed(
    genes: Genes<'_>,
    config: &RouletteConfig,
    draw: &impl Draw,
    stream: &mut Stream,
    worth: &mut impl FnMut(&[u128]) -> Option<Worth>,
) -> Bred {
    let mut wheel = Wheel { genes, config, people: Vec::with_capacity(config.population) };
    let mut ended = wheel.populate(draw, stream, worth);
    let mut generations = 0;
    while ended.is_none() && generations < config.generations && !genes.kinds.is_empty() {
        ended = wheel.generation(draw, stream, worth);
        generations += 1;
    }
    let solution = match ended {
        Some(End::Solved(solution)) => Some(solution),
        _ => None,
    };
    Bred { solution, generations }
}

enum End {
    Solved(Vec<u128>),
    Stopped,
}

/// The population; each chromosome's share of the wheel is its fitness.
struct Wheel<'k> {
    genes: Genes<'k>,
    config: &'k RouletteConfig,
    people: Vec<(Vec<u128>, f64)>,
}

impl Wheel<'_> {
    fn populate(
        &mut self,
        draw: &impl Draw,
        stream: &mut Stream,
        worth: &mut impl FnMut(&[u128]) -> Option<Worth>,
    ) -> Option<End> {
        for _ in 0..self.config.population {
            let mut chromosome = vec![0; self.genes.kinds.len()];
            draw.draw(self.genes.kinds, self.genes.ranges, stream, &mut chromosome);
            match admitted(chromosome, worth) {
                Ok(one) => self.people.push(one),
                Err(end) => return Some(end),
            }
        }
        None
    }

    fn generation(
        &mut self,
        draw: &impl Draw,
        stream: &mut Stream,
        worth: &mut impl FnMut(&[u128]) -> Option<Worth>,
    ) -> Option<End> {
        let best = self.people.iter().max_by(|a, b| a.1.total_cmp(&b.1))?.clone();
        let worst = self.people.iter().map(|one| one.1).fold(f64::MAX, f64::min);
        let total: f64 = self.people.iter().map(|one| one.1 - worst).sum();
        let mut next = Vec::with_capacity(self.people.len());
        next.push(best);
        while next.len() < self.people.len() {
            let [mut a, mut b] = [(); 2].map(|()| self.people[self.spin(worst, total, stream)].0.clone());
            if stream.chance(self.config.crossover) && a.len() > 1 {
                let point = 1 + stream.position(a.len() - 1);
                a[point..].swap_with_slice(&mut b[point..]);
            }
            for mut child in [a, b] {
                if next.len() == self.people.len() {
                    break;
                }
                self.mutate(&mut child, draw, stream);
                match admitted(child, worth) {
                    Ok(one) => next.push(one),
                    Err(end) => return Some(end),
                }
            }
        }
        self.people = next;
        None
    }

    /// The position at which the wheel comes to rest.
    fn spin(&self, worst: f64, total: f64, stream: &mut Stream) -> usize {
        let mut left = stream.unit() * total;
        for (at, one) in self.people.iter().enumerate() {
            left -= one.1 - worst;
            if left < 0.0 {
                return at;
            }
        }
        // All alike, or what rounding left over.
        stream.position(self.people.len())
    }

    fn mutate(&self, chromosome: &mut [u128], draw: &impl Draw, stream: &mut Stream) {
        for (at, gene) in chromosome.iter_mut().enumerate() {
            if !stream.chance(self.config.mutation) {
                continue;
            }
            let kind = &self.genes.kinds[at];
            let range = self.genes.ranges.get(at).copied().flatten();
            if stream.chance(self.config.step) {
                let moved = stepped(kind, *gene, stream);
                *gene = range.map_or(moved, |range| range.nearest(kind, moved));
            } else {
                let one = (std::slice::from_ref(kind), [range]);
                draw.draw(one.0, &one.1, stream, std::slice::from_mut(gene));
            }
        }
    }
}

/// `chromosome` with its fitness, or why there is no next one.
fn admitted(
    chromosome: Vec<u128>,
    worth: &mut impl FnMut(&[u128]) -> Option<Worth>,
) -> Result<(Vec<u128>, f64), End> {
    match worth(&chromosome) {
        None => Err(End::Stopped),
        Some(Worth::Solved) => Err(End::Solved(chromosome)),
        Some(Worth::Fitness(fitness)) => Ok((chromosome, fitness)),
    }
}

/// `bits` moved by a power of two, or for floats by a power of ten.
fn stepped(kind: &LeafKind, bits: u128, stream: &mut Stream) -> u128 {
    let direction = if stream.chance(0.5) { Direction::Up } else { Direction::Down };
    let decimal = kind.is_float() && stream.chance(0.5);
    let (scale, steps) = match decimal {
        true => (Scale::Decimal(10f64.powi(stream.position(10) as i32 - 6)), 1 + u128::from(stream.below(9))),
        false => (Scale::Ordinal(1), 1 << stream.position(kind.bits().clamp(1, 64) as usize)),
    };
    axis::moved(kind, bits, scale, direction, steps).unwrap_or(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Uniform;

    fn int() -> LeafKind {
        LeafKind::Int { bits: 32, signed: true }
    }

    fn bred(seed: u64) -> (Bred, u64) {
        let kinds = [int(), int()];
        let mut evaluations = 0;
        let mut worth = |genes: &[u128]| {
            evaluations += 1;
            let [a, b] = [genes[0] as u32 as i32, genes[1] as u32 as i32].map(f64::from);
            Some(Worth::of([(a - 4711.0).abs(), (b + 9.0).abs()].into_iter()))
        };
        let genes = Genes { kinds: &kinds, ranges: &[] };
        let config = RouletteConfig::default();
        let bred = breed(genes, &config, &Uniform, &mut Stream::new(seed, "wheel"), &mut worth);
        (bred, evaluations)
    }

    #[test]
    fn two_equations_of_two_integers_are_solved() {
        let (bred, evaluations) = bred(1);
        assert_eq!(bred.solution, Some(vec![4711, (-9i32) as u32 as u128]), "in {evaluations}");
        assert!(evaluations <= 200 * 1001);
    }

    #[test]
    fn the_same_seed_breeds_the_same() {
        assert_eq!(bred(7), bred(7));
    }

    #[test]
    fn it_ends_when_nothing_is_left_to_evaluate_with() {
        let kinds = [int()];
        let mut left = 50;
        let mut worth = |_: &[u128]| {
            left -= 1;
            (left >= 0).then_some(Worth::Fitness(1.0))
        };
        let genes = Genes { kinds: &kinds, ranges: &[] };
        let bred =
            breed(genes, &RouletteConfig::default(), &Uniform, &mut Stream::new(1, "short"), &mut worth);
        assert_eq!(bred, Bred { solution: None, generations: 0 });
    }
}
