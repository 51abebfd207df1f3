//! Where first points, restarts and first populations come from.
//!
//! Two sources: [`RandomValues`](crate::RandomValues) draws what is worth trying, which is what a user wants;
//! [`Uniform`] draws every value of the domain equally often, which is what the papers' experiments did and what
//! they are to be compared with. One draw per leaf; nothing is allocated.

use crate::random::RandomValues;
use trine_base::Stream;
use trine_testcase::leaf::mask;
use trine_testcase::{FloatFormat, LeafKind, LeafRange};

/// A source of random leaves.
pub trait Draw {
    /// Draws values for leaves of these kinds into `leaves`, within `ranges`: one per leaf, or none at all.
    fn draw(
        &self,
        kinds: &[LeafKind],
        ranges: &[Option<LeafRange>],
        stream: &mut Stream,
        leaves: &mut [u128],
    );
}

impl Draw for RandomValues {
    fn draw(
        &self,
        kinds: &[LeafKind],
        ranges: &[Option<LeafRange>],
        stream: &mut Stream,
        leaves: &mut [u128],
    ) {
        self.fill(kinds, stream, leaves);
        fold(kinds, ranges, leaves);
    }
}

/// Maps values that leaves may not take to some that they may.
pub(crate) fn fold(kinds: &[LeafKind], ranges: &[Option<LeafRange>], leaves: &mut [u128]) {
    for ((leaf, kind), range) in leaves.iter_mut().zip(kinds).zip(ranges) {
        if let Some(range) = range {
            *leaf = range.folded(kind, *leaf);
        }
    }
}

/// Every value of the domain equally often.
///
/// The domain is the range of the leaf; without one, all values of an integer, the enumerators of an enumeration,
/// and -10^6 … 10^6 by thousandths for floats, whose representable numbers are mostly far beyond what
/// programs compare with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Draw for Uniform {
    fn draw(
        &self,
        kinds: &[LeafKind],
        ranges: &[Option<LeafRange>],
        stream: &mut Stream,
        leaves: &mut [u128],
    ) {
        for (at, (leaf, kind)) in leaves.iter_mut().zip(kinds).enumerate() {
            *leaf = uniform(kind, ranges.get(at).copied().flatten(), stream);
        }
    }
}

/// Thousandths of the floats that are drawn without a range, on each side of 0.
const FLOAT_THOUSANDTHS: u64 = 1_000_000_000;

fn uniform(kind: &LeafKind, range: Option<LeafRange>, stream: &mut Stream) -> u128 {
    match (kind, range) {
        (LeafKind::Float(format), Some(LeafRange::Float { low, high })) => {
            between(*format, low, high, stream.unit())
        }
        (LeafKind::Float(format), _) => {
            let thousandths = stream.below(2 * FLOAT_THOUSANDTHS + 1) as f64 - FLOAT_THOUSANDTHS as f64;
            format.from_f64(thousandths / 1000.0)
        }
        (_, Some(LeafRange::Int { low, high })) => {
            let last = high.wrapping_sub(low) as u128;
            let offset = if last == u128::MAX { bits(stream) } else { scaled(bits(stream), last + 1) };
            kind.from_int(low.wrapping_add(offset as i128))
        }
        (LeafKind::Enum { values, .. }, None) if !values.is_empty() => {
            kind.from_int(values[stream.position(values.len())])
        }
        _ => bits(stream) & mask(kind.bits()),
    }
}

fn between(format: FloatFormat, low: f64, high: f64, share: f64) -> u128 {
    // Not low + share * (high - low): the difference of finite ends may be infinite.
    let value = low * (1.0 - share) + high * share;
    LeafRange::Float { low, high }.nearest(&LeafKind::Float(format), format.from_f64(value))
}

fn bits(stream: &mut Stream) -> u128 {
    u128::from(stream.bits()) << 64 | u128::from(stream.bits())
}

/// A value below `count` from uniform bits: exact to 2^-64 of the probability where `count` fits 64 bits.
fn scaled(bits: u128, count: u128) -> u128 {
    match u64::try_from(count) {
        Ok(count) => ((bits >> 64) * u128::from(count)) >> 64,
        Err(_) => bits % count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(kind: &LeafKind, range: Option<LeafRange>, count: usize) -> Vec<u128> {
        let mut stream = Stream::new(1, "uniform");
        let one = |_| {
            let mut leaf = [0];
            Uniform.draw(std::slice::from_ref(kind), &[range], &mut stream, &mut leaf);
            leaf[0]
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn every_value_of_a_small_domain_is_drawn_about_equally_often() {
        let kind = LeafKind::Int { bits: 8, signed: true };
        let mut seen = [0u32; 256];
        draws(&kind, None, 25_600).into_iter().for_each(|bits| seen[bits as usize] += 1);
        assert!(seen.iter().all(|&count| (50..200).contains(&count)));
        let range = LeafRange::Int { low: -3, high: 3 };
        let within = draws(&kind, Some(range), 700);
        assert!((-3..=3).all(|value| within.iter().filter(|&&bits| kind.to_int(bits) == value).count() > 50));
        assert!(within.iter().all(|&bits| range.holds(&kind, bits)));
    }

    #[test]
    fn floats_and_wide_integers_stay_in_their_ranges() {
        for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::F80] {
            let kind = LeafKind::Float(format);
            for (low, high) in [(-1.5, 2.0), (0.0, 0.0), (-1e308, 1e308)] {
                let range = LeafRange::Float { low, high };
                let single = format == FloatFormat::F32 && high > 1e38;
                assert!(single || draws(&kind, Some(range), 50).iter().all(|&x| range.holds(&kind, x)));
            }
        }
        let wide = LeafKind::Int { bits: 128, signed: true };
        for (low, high) in [(i128::MIN, i128::MAX), (i128::MIN, 5), (0, 1 << 100)] {
            let range = LeafRange::Int { low, high };
            assert!(draws(&wide, Some(range), 50).iter().all(|&bits| range.holds(&wide, bits)));
        }
    }

    #[test]
    fn enumerations_draw_their_enumerators() {
        let kind = LeafKind::Enum { bits: 32, signed: true, values: vec![-7, 100] };
        let drawn = draws(&kind, None, 40);
        assert!(drawn.iter().all(|&bits| [-7, 100].contains(&kind.to_int(bits))));
        assert!(drawn.windows(2).any(|pair| pair[0] != pair[1]));
    }
}
