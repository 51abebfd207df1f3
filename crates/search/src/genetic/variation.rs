//! How offspring come to differ from their parents: discrete recombination and the mutation of the breeder genetic
//! algorithm (Mühlenbein and Schlierkamp-Voosen 1993).
//!
//! ```text
//! recombination   each gene from either parent, with equal probability
//! mutation        with probability 1 / len per gene:   x := x ± r · η
//!                 r = 10^-pop · domain      sub-population 1 makes large steps, 6 small ones
//!                 η = Σ α_i 2^-i, i = 0..15  α_i is 1 with probability 1/16, else 0
//! ```
//!
//! A gene is a leaf. Where the formula needs a number line we take: the order of the type for integers, characters
//! and booleans; the position among the enumerators for enumerations; the values for floats that have a range, and the order
//! of the representable numbers for those without, because 10^-1 of all doubles would always be an
//! astronomical number. A step of a discrete leaf that rounds to nothing is a step of one, or booleans would never change.
//! Moves stop at the ends of the domain.

use crate::axis::{self, Direction, Scale};
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// Bits of η.
const PRECISION: u32 = 16;

/// Writes a child of `mother` and `father` into `child`: each gene is of either, with equal probability.
pub fn discrete_recombination(mother: &[u128], father: &[u128], stream: &mut Stream, child: &mut [u128]) {
    let mut coins = 0;
    for (at, gene) in child.iter_mut().enumerate() {
        if at % 64 == 0 {
            coins = stream.bits();
        }
        *gene = if coins >> (at % 64) & 1 == 0 { mother[at] } else { father[at] };
    }
}

/// Mutates each gene of `leaves` with probability 1 / len; `size` is 10^-pop.
///
/// The genes between two that are mutated are skipped by one draw: their number has a geometric distribution.
pub fn breeder_mutation(
    kinds: &[LeafKind],
    ranges: &[Option<LeafRange>],
    size: f64,
    stream: &mut Stream,
    leaves: &mut [u128],
) {
    // -∞ for a single gene, which is always mutated.
    let log_kept = (1.0 - 1.0 / leaves.len() as f64).ln();
    let mut at = skipped(log_kept, stream);
    while let Some(gene) = leaves.get_mut(at) {
        let direction = if stream.chance(0.5) { Direction::Up } else { Direction::Down };
        let share = size * eta(stream.bits());
        *gene = mutated(&kinds[at], ranges.get(at).copied().flatten(), *gene, direction, share);
        at = at.saturating_add(1).saturating_add(skipped(log_kept, stream));
    }
}

/// How many genes in a row are kept, where each is with a probability of this logarithm.
fn skipped(log_kept: f64, stream: &mut Stream) -> usize {
    // A float to an integer saturates.
    ((1.0 - stream.unit()).ln() / log_kept) as usize
}

/// η of 64 random bits: each of 16 groups of four is 0 with probability 1/16.
fn eta(bits: u64) -> f64 {
    let term = |i: u32| if bits >> (4 * i) & 15 == 0 { 0.5f64.powi(i as i32) } else { 0.0 };
    (0..PRECISION).map(term).sum()
}

/// `bits` moved by `share` of the domain.
fn mutated(kind: &LeafKind, range: Option<LeafRange>, bits: u128, direction: Direction, share: f64) -> u128 {
    if share == 0.0 {
        return bits;
    }
    // A float to u128 saturates.
    let steps = |domain: f64| ((share * domain).round() as u128).max(1);
    let to = match (kind, range) {
        (LeafKind::Float(_), Some(LeafRange::Float { low, high })) => {
            axis::moved(kind, bits, Scale::Decimal(share * (high - low)), direction, 1)
        }
        (_, Some(LeafRange::Int { low, high })) => {
            let domain = high.wrapping_sub(low) as u128 as f64 + 1.0;
            axis::moved(kind, bits, Scale::Ordinal(1), direction, steps(domain))
        }
        (LeafKind::Enum { values, .. }, None) if !values.is_empty() => {
            axis::moved(kind, bits, Scale::Enumerator, direction, steps(values.len() as f64))
        }
        _ => axis::moved(kind, bits, Scale::Ordinal(1), direction, steps(axis::count(kind))),
    };
    let to = to.unwrap_or(bits);
    range.map_or(to, |range| range.nearest(kind, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::FloatFormat;

    #[test]
    fn a_child_has_each_gene_of_a_parent_and_about_half_of_each() {
        let (mother, father) = (vec![1; 200], vec![2; 200]);
        let mut child = vec![0; 200];
        discrete_recombination(&mother, &father, &mut Stream::new(1, "child"), &mut child);
        let of_mother = child.iter().filter(|&&gene| gene == 1).count();
        assert!(child.iter().all(|gene| [1, 2].contains(gene)) && (70..130).contains(&of_mother));
    }

    #[test]
    fn eta_is_the_sum_of_the_papers_terms() {
        assert_eq!(eta(u64::MAX), 0.0);
        assert_eq!(eta(!0xf), 1.0);
        assert_eq!(eta(!(0xf << 60)), 0.5f64.powi(15));
        assert_eq!(eta(0), 2.0 - 0.5f64.powi(15));
        let mut stream = Stream::new(1, "eta");
        let mean = (0..20_000).map(|_| eta(stream.bits())).sum::<f64>() / 20_000.0;
        assert!((mean - 2.0 / 16.0).abs() < 0.01, "{mean}");
    }

    #[test]
    fn about_one_gene_in_each_offspring_is_drawn_for_mutation_and_two_thirds_of_those_move() {
        let kinds = vec![LeafKind::Int { bits: 32, signed: true }; 20];
        let mut stream = Stream::new(1, "mutation");
        let mut moved = 0;
        for _ in 0..2000 {
            let mut leaves = vec![1000; 20];
            breeder_mutation(&kinds, &[], 0.001, &mut stream, &mut leaves);
            moved += leaves.iter().filter(|&&leaf| leaf != 1000).count();
        }
        // 1 - (15/16)^16 = 0.644 of the steps are not 0.
        assert!((1100..1480).contains(&moved), "{moved}");
    }

    #[test]
    fn every_gene_is_drawn_equally_often_and_a_single_one_always() {
        let mut stream = Stream::new(1, "genes");
        let mut drawn = [0; 5];
        let log_kept = 0.8f64.ln();
        for _ in 0..10_000 {
            let mut at = skipped(log_kept, &mut stream);
            while at < drawn.len() {
                drawn[at] += 1;
                at += 1 + skipped(log_kept, &mut stream);
            }
        }
        assert!(drawn.iter().all(|count| (1800..2200).contains(count)), "{drawn:?}");
        assert!((0..100).all(|_| skipped(f64::NEG_INFINITY, &mut stream) == 0));
    }

    #[test]
    fn a_step_is_a_share_of_the_domain() {
        let word = LeafKind::Int { bits: 16, signed: true };
        let at = |value| word.from_int(value);
        assert_eq!(mutated(&word, None, at(0), Direction::Up, 0.1), at(6554));
        assert_eq!(mutated(&word, None, at(32_000), Direction::Up, 0.1), at(32_767));
        let range = Some(LeafRange::Int { low: 0, high: 99 });
        assert_eq!(mutated(&word, range, at(50), Direction::Down, 0.1), at(40));
        assert_eq!(mutated(&word, range, at(5), Direction::Down, 0.1), at(0));
        assert_eq!(mutated(&word, None, at(0), Direction::Up, 1e-9), at(1));
        assert_eq!(mutated(&LeafKind::Bool, None, 0, Direction::Up, 1e-6), 1);
        let double = LeafKind::Float(FloatFormat::F64);
        let range = Some(LeafRange::Float { low: -100.0, high: 100.0 });
        let moved = mutated(&double, range, u128::from(1.0f64.to_bits()), Direction::Up, 0.1);
        assert_eq!(f64::from_bits(moved as u64), 21.0);
        let moved = mutated(&double, None, u128::from(1.0f64.to_bits()), Direction::Up, 1e-6);
        assert!((1.0..1.01).contains(&f64::from_bits(moved as u64)));
    }

    #[test]
    fn enumerations_move_among_their_enumerators() {
        let kind = LeafKind::Enum { bits: 32, signed: false, values: vec![3, 70, 900] };
        assert_eq!(mutated(&kind, None, 3, Direction::Up, 0.001), 70);
        assert_eq!(mutated(&kind, None, 900, Direction::Up, 0.1), 900);
    }
}
