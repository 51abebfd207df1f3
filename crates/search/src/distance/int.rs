//! Branch distance of integer predicates, at every width from 1 to 128 bits.
//!
//! Signed operands are moved to the unsigned order by flipping their sign bit; after that every
//! difference fits in `u128` and is exact. Rounding it to `f64` keeps the order, so that moving
//! closer never increases a distance (from 2^53 on, steps of 1 may leave it unchanged).
//!
//! `=` has no sign in the IR, and -1 is near 0 in one reading and far from it in the other: we
//! take the smaller difference of the two, which is the distance around the circle of 2^width
//! values.

use super::K;
use trine_ir::IntPredicate;
use trine_testcase::leaf::mask;

/// The predicate that is true exactly when `predicate` is false.
#[must_use]
pub fn negated(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
    }
}

/// Whether `predicate` holds between two integers of `width` bits.
#[must_use]
pub fn holds(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let (a, b) = ordered(predicate, width, a, b);
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ugt | Sgt => a > b,
        Uge | Sge => a >= b,
        Ult | Slt => a < b,
        Ule | Sle => a <= b,
    }
}

/// Distance of `a predicate b` from being `wanted`; bits above `width` are ignored.
#[must_use]
pub fn distance(predicate: IntPredicate, width: u32, a: u128, b: u128, wanted: bool) -> f64 {
    let predicate = if wanted { predicate } else { negated(predicate) };
    if holds(predicate, width, a, b) { 0.0 } else { to_hold(predicate, width, a, b) }
}

/// Distance of a predicate that does not hold from holding.
#[must_use]
pub fn to_hold(predicate: IntPredicate, width: u32, a: u128, b: u128) -> f64 {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let (x, y) = ordered(predicate, width, a, b);
    match predicate {
        Eq => rounded(around(width, a, b)) + K,
        Ne => K,
        Ult | Ule | Slt | Sle => rounded(x.wrapping_sub(y)) + K,
        Ugt | Uge | Sgt | Sge => rounded(y.wrapping_sub(x)) + K,
    }
}

/// `difference as f64`, which is a library call for 128 bits, where 64 will do.
fn rounded(difference: u128) -> f64 {
    match u64::try_from(difference) {
        Ok(difference) => difference as f64,
        Err(_) => difference as f64,
    }
}

/// Distance between `a` and `b` around the circle of 2^`width` values.
#[must_use]
pub fn around(width: u32, a: u128, b: u128) -> u128 {
    let up = a.wrapping_sub(b) & mask(width);
    let down = b.wrapping_sub(a) & mask(width);
    up.min(down)
}

/// Both operands, moved so that their unsigned order is the predicate's.
fn ordered(predicate: IntPredicate, width: u32, a: u128, b: u128) -> (u128, u128) {
    use IntPredicate::{Sge, Sgt, Sle, Slt};
    let flip = if matches!(predicate, Sge | Sgt | Sle | Slt) { 1 << (width - 1) } else { 0 };
    ((a & mask(width)) ^ flip, (b & mask(width)) ^ flip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    use trine_base::Stream;
    use trine_testcase::LeafKind;

    /// The predicate on mathematical integers: an oracle that shares no code with the distance.
    fn oracle(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
        let signed = LeafKind::Int { bits: width, signed: true };
        let (s, t) = (signed.to_int(a), signed.to_int(b));
        match predicate {
            Eq => a == b,
            Ne => a != b,
            Ugt => a > b,
            Uge => a >= b,
            Ult => a < b,
            Ule => a <= b,
            Sgt => s > t,
            Sge => s >= t,
            Slt => s < t,
            Sle => s <= t,
        }
    }

    fn check_law(width: u32, a: u128, b: u128) {
        for &predicate in IntPredicate::ALL {
            for wanted in [false, true] {
                let d = distance(predicate, width, a, b, wanted);
                let taken = oracle(predicate, width, a, b) == wanted;
                assert!(d.is_finite() && d >= 0.0, "{predicate:?} i{width} {a} {b} {wanted}: {d}");
                assert_eq!(d == 0.0, taken, "{predicate:?} i{width} {a} {b} {wanted}: {d}");
            }
        }
    }

    fn interesting(width: u32, stream: &mut Stream) -> Vec<u128> {
        let top = mask(width);
        let half = 1u128 << (width - 1);
        let edges = [0, 1, 2, half - 1, half, half + 1, top, top - 1, top / 3];
        let random = (0..24).map(|_| {
            let bits = u128::from(stream.bits()) << 64 | u128::from(stream.bits());
            bits >> stream.below(u64::from(width))
        });
        edges.into_iter().chain(random).map(|value| value & top).collect()
    }

    #[test]
    fn distance_is_zero_exactly_when_taken_exhaustively_up_to_four_bits() {
        for width in 1..=4u32 {
            let top = mask(width);
            for a in 0..=top {
                (0..=top).for_each(|b| check_law(width, a, b));
            }
        }
    }

    #[test]
    fn distance_is_zero_exactly_when_taken_at_every_wider_width() {
        let mut stream = Stream::new(1, "int distance");
        for width in 5..=128 {
            let values = interesting(width, &mut stream);
            for &a in &values {
                values.iter().for_each(|&b| check_law(width, a, b));
            }
        }
    }

    #[test]
    fn moving_closer_never_increases_the_distance() {
        let mut stream = Stream::new(2, "int distance");
        for width in [1, 2, 3, 4, 8, 16, 31, 32, 64, 65, 127, 128] {
            let values = interesting(width, &mut stream);
            for &a in &values {
                for &b in &values {
                    check_closer(width, a, b);
                }
            }
        }
    }

    /// One step of `a` towards `b`, downwards where `a` is above in the order of the predicate.
    fn check_closer(width: u32, a: u128, b: u128) {
        for predicate in [Ult, Ule, Slt, Sle] {
            if !holds(predicate, width, a, b) && oracle_above(predicate, width, a, b) {
                let closer = a.wrapping_sub(1) & mask(width);
                let before = distance(predicate, width, a, b, true);
                assert!(
                    distance(predicate, width, closer, b, true) <= before,
                    "{predicate:?} i{width} {a} {b}"
                );
            }
        }
        if a != b {
            let up = b.wrapping_sub(a) & mask(width) <= a.wrapping_sub(b) & mask(width);
            let closer = if up { a.wrapping_add(1) } else { a.wrapping_sub(1) } & mask(width);
            assert!(distance(Eq, width, closer, b, true) <= distance(Eq, width, a, b, true));
        }
    }

    fn oracle_above(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
        oracle(if matches!(predicate, Slt | Sle) { Sgt } else { Ugt }, width, a, b)
    }

    #[test]
    fn distances_are_the_table_of_the_literature() {
        let minus_one = mask(32);
        assert_eq!(distance(Eq, 32, 7, 10, true), 4.0);
        assert_eq!(distance(Eq, 32, minus_one, 1, true), 3.0);
        assert_eq!(distance(Ne, 32, 7, 7, true), 1.0);
        assert_eq!(distance(Slt, 32, 10, minus_one, true), 12.0);
        assert_eq!(distance(Sle, 32, 10, 9, true), 2.0);
        assert_eq!(distance(Ult, 64, u128::from(u64::MAX), 0, true), u64::MAX as f64 + 1.0);
        assert_eq!(distance(Slt, 32, 3, 10, false), 8.0);
    }
}
