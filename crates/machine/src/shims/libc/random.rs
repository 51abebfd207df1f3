//! `stdlib.h`, pseudo-random numbers: the generators of glibc, with the same sequences.
//!
//! `random` and `rand` share glibc's additive feedback generator of degree 31 (its TYPE_3),
//! seeded with 1 at the start of each test: x(i) = x(i-3) + x(i-31), of which the lowest bit is
//! dropped. `drand48` and its family are the 48-bit linear congruential generator that POSIX
//! prescribes, which glibc starts at 0. `initstate`, `setstate` and `lcong48` are left out.

use super::{Shim, ShimContext, ShimResult, double, int, nothing, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("rand", random),
    shim("random", random),
    shim("srand", seed),
    shim("srandom", seed),
    shim("rand_r", reentrant),
    shim("drand48", |context| double(fraction(own_step(context)))),
    shim("lrand48", |context| word(own_step(context) >> 17)),
    shim("mrand48", |context| word(signed(own_step(context)))),
    shim("srand48", seed_48),
    shim("erand48", |context| double(fraction(callers_step(context)?))),
    shim("nrand48", |context| word(callers_step(context)? >> 17)),
    shim("jrand48", |context| word(signed(callers_step(context)?))),
];

const DEGREE: usize = 31;
const SEPARATION: usize = 3;

/// The additive feedback generator of `random`.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    state: [u32; DEGREE],
    front: usize,
}

impl Generator {
    /// The generator after `srandom(seed)`.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed.max(1); DEGREE];
        for index in 1..DEGREE {
            // 16807 x mod 2^31 - 1, by Schrage's method on signed words, as glibc does.
            let previous = i64::from(state[index - 1] as i32);
            let (high, low) = (previous / 127_773, previous % 127_773);
            let next = 16_807 * low - 2_836 * high;
            state[index] = (if next < 0 { next + 2_147_483_647 } else { next }) as u32;
        }
        let mut generator = Self { state, front: SEPARATION };
        for _ in 0..10 * DEGREE {
            generator.step();
        }
        generator
    }

    /// The next of `random`'s numbers: 31 bits.
    pub fn step(&mut self) -> i32 {
        let rear = (self.front + DEGREE - SEPARATION) % DEGREE;
        let sum = self.state[self.front].wrapping_add(self.state[rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % DEGREE;
        (sum >> 1) as i32
    }
}

/// `int rand(void)`, `long random(void)`: never negative, so both registers are the same.
fn random(context: &mut ShimContext<'_>) -> ShimResult {
    int(context.state().library.random.get_or_insert_with(|| Generator::new(1)).step())
}

/// `void srand(unsigned seed)`
fn seed(context: &mut ShimContext<'_>) -> ShimResult {
    let seed = context.int(0) as u32;
    context.state().library.random = Some(Generator::new(seed));
    nothing()
}

/// `int rand_r(unsigned *seed)`
fn reentrant(context: &mut ShimContext<'_>) -> ShimResult {
    let address = context.word(0);
    let mut state = context.read(address, 4)? as u32;
    let mut result = 0;
    for bits in [11, 10, 10] {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        result = (result << bits) ^ (state / 65_536 % (1 << bits));
    }
    context.write(address, 4, u128::from(state))?;
    int(result as i32)
}

fn step_48(state: u64) -> u64 {
    state.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & ((1 << 48) - 1)
}

fn own_step(context: &mut ShimContext<'_>) -> u64 {
    let state = &mut context.state().library.congruential;
    *state = step_48(*state);
    *state
}

/// One step of the state that the caller keeps in three `unsigned short`.
fn callers_step(context: &mut ShimContext<'_>) -> Result<u64, Stop> {
    let address = context.word(0);
    let state = step_48(context.read(address, 6)? as u64);
    context.write(address, 6, u128::from(state))?;
    Ok(state)
}

fn fraction(state: u64) -> f64 {
    state as f64 / (1_u64 << 48) as f64
}

fn signed(state: u64) -> u64 {
    i64::from((state >> 16) as u32 as i32) as u64
}

/// `void srand48(long seed)`
fn seed_48(context: &mut ShimContext<'_>) -> ShimResult {
    let high = u64::from(context.int(0) as u32);
    context.state().library.congruential = high << 16 | 0x330E;
    nothing()
}
