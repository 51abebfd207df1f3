//! Seeded random streams: all randomness of Trine comes from here.
//!
//! A [`Stream`] is named: the pair (seed, name) fixes every number it yields, on every
//! platform and in every version, so that work may be handed to any worker in any order.
//! ChaCha with 8 rounds; splitting a stream costs one hash of the name (FNV-1a).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A reproducible stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream {
    seed: u64,
    generator: ChaCha8Rng,
}

impl Stream {
    /// The stream named `name` under `seed`.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        let seed = fnv1a(seed, name.as_bytes());
        Self { seed, generator: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A stream of its own for `name`, independent of how far this one was read.
    #[must_use]
    pub fn split(&self, name: &str) -> Self {
        Self::new(self.seed, name)
    }

    /// 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Uniform in `0..bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Lemire's multiply-shift without the rejection step: the bias is below
        // bound / 2^64, far under what any search here could notice.
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// A position in a table of `len` entries; `len` must not be 0.
    pub fn position(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Uniform in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with probability `probability`.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

/// FNV-1a over `bytes`, started from `start` mixed with the offset basis.
#[must_use]
pub fn fnv1a(start: u64, bytes: &[u8]) -> u64 {
    let basis = 0xcbf2_9ce4_8422_2325 ^ start.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bytes.iter().fold(basis, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_name_give_the_same_numbers() {
        let take = |mut s: Stream| (0..8).map(|_| s.bits()).collect::<Vec<_>>();
        assert_eq!(take(Stream::new(1, "f")), take(Stream::new(1, "f")));
        assert_ne!(take(Stream::new(1, "f")), take(Stream::new(1, "g")));
        assert_ne!(take(Stream::new(1, "f")), take(Stream::new(2, "f")));
    }

    #[test]
    fn splitting_does_not_depend_on_how_far_a_stream_was_read() {
        let fresh = Stream::new(7, "unit");
        let mut read = fresh.clone();
        read.bits();
        assert_eq!(fresh.split("goal").bits(), read.split("goal").bits());
    }

    #[test]
    fn below_stays_below() {
        let mut stream = Stream::new(3, "bound");
        assert!((0..1000).all(|_| stream.below(7) < 7));
        assert_eq!(stream.below(0), 0);
    }
}
