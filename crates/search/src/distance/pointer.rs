//! Branch distance of pointer comparisons.
//!
//! A pointer is an object id above and an offset below (32 bits each). Object ids are names, not
//! places: between different objects there is no gradient, only "elsewhere". Inside one object
//! offsets are compared as numbers. Whether a pointer is null is a shape choice of the test, not
//! a number to descend on: K.

use super::{K, int};
use trine_ir::IntPredicate;

/// Distance between pointers into different objects: farther than any two offsets.
pub const ELSEWHERE: f64 = (1u64 << 33) as f64;

/// Whether `predicate` holds between two pointers, compared as unsigned 64-bit numbers.
#[must_use]
pub fn holds(predicate: IntPredicate, a: u64, b: u64) -> bool {
    int::holds(predicate, 64, a.into(), b.into())
}

/// Distance of `a predicate b` from being `wanted`.
#[must_use]
pub fn distance(predicate: IntPredicate, a: u64, b: u64, wanted: bool) -> f64 {
    let predicate = if wanted { predicate } else { int::negated(predicate) };
    if holds(predicate, a, b) { 0.0 } else { to_hold(predicate, a, b) }
}

/// Distance of a predicate that does not hold from holding.
#[must_use]
pub fn to_hold(predicate: IntPredicate, a: u64, b: u64) -> f64 {
    if a == 0 || b == 0 || predicate == IntPredicate::Ne {
        K
    } else if a >> 32 == b >> 32 {
        int::to_hold(predicate, 64, a.into(), b.into())
    } else {
        ELSEWHERE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntPredicate::{Eq, Ne};

    #[test]
    fn distance_is_zero_exactly_when_taken() {
        let pointers = [0, 1, 1 << 32, 1 << 32 | 5, 1 << 32 | 9, 2 << 32, u64::MAX, u64::MAX << 32];
        for &predicate in IntPredicate::ALL {
            for a in pointers {
                for b in pointers {
                    for wanted in [false, true] {
                        let d = distance(predicate, a, b, wanted);
                        assert!(d.is_finite() && d >= 0.0);
                        assert_eq!(d == 0.0, holds(predicate, a, b) == wanted, "{predicate:?} {a:#x} {b:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn offsets_have_a_gradient_inside_one_object_only() {
        let at = |object: u64, offset: u64| object << 32 | offset;
        assert_eq!(distance(Eq, at(3, 4), at(3, 9), true), 6.0);
        assert_eq!(distance(Eq, at(3, 4), at(4, 4), true), ELSEWHERE);
        assert_eq!(distance(Eq, at(3, 4), 0, true), K);
        assert_eq!(distance(Ne, 0, 0, true), K);
    }
}
