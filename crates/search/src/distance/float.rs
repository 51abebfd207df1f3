//! Branch distance of floating-point predicates, NaN and infinities included.
//!
//! Operands are `f64`: exact for binary32 and binary64, an approximation for x87 extended.
//! Whether the predicate holds is therefore taken from the machine, and only the size of a
//! missed distance from the approximation.
//!
//! Where we deviate from the table: `=`, `≤` and `≥` leave the constant K out. Their difference
//! is never 0 when they are missed (subnormals see to that), and adding 1 to a difference of
//! 1e-20 would absorb it: the search would lose the gradient just before the goal.
//!
//! A predicate missed because of a NaN is as far away as can be: `f64::MAX`. So is an infinite
//! difference.

use super::{K, missed};
use trine_ir::FloatPredicate;

/// The predicate that is true exactly when `predicate` is false.
#[must_use]
pub fn negated(predicate: FloatPredicate) -> FloatPredicate {
    use FloatPredicate::{False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    match predicate {
        False => True,
        Oeq => Une,
        Ogt => Ule,
        Oge => Ult,
        Olt => Uge,
        Ole => Ugt,
        One => Ueq,
        Ord => Uno,
        Ueq => One,
        Ugt => Ole,
        Uge => Olt,
        Ult => Oge,
        Ule => Ogt,
        Une => Oeq,
        Uno => Ord,
        True => False,
    }
}

/// Whether `predicate` holds.
#[must_use]
pub fn holds(predicate: FloatPredicate, a: f64, b: f64) -> bool {
    use FloatPredicate::{False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        False => false,
        Oeq => a == b,
        Ogt => a > b,
        Oge => a >= b,
        Olt => a < b,
        Ole => a <= b,
        One => !unordered && a != b,
        Ord => !unordered,
        Ueq => unordered || a == b,
        Ugt => unordered || a > b,
        Uge => unordered || a >= b,
        Ult => unordered || a < b,
        Ule => unordered || a <= b,
        Une => a != b,
        Uno => unordered,
        True => true,
    }
}

/// Distance of `a predicate b`, which now is `outcome`, from being `wanted`.
#[must_use]
pub fn distance(predicate: FloatPredicate, a: f64, b: f64, outcome: bool, wanted: bool) -> f64 {
    if outcome == wanted {
        return 0.0;
    }
    to_hold(if wanted { predicate } else { negated(predicate) }, a, b)
}

/// Distance of a predicate that does not hold from holding.
#[must_use]
pub fn to_hold(predicate: FloatPredicate, a: f64, b: f64) -> f64 {
    use FloatPredicate::{False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    let raw = match predicate {
        Oeq | Ueq => above(a, b).abs(),
        Olt | Ult => above(a, b) + K,
        Ole | Ule => above(a, b),
        Ogt | Ugt => above(b, a) + K,
        Oge | Uge => above(b, a),
        One | Une | Ord | Uno | True | False => K,
    };
    missed(raw)
}

/// `a - b`, also where both are the same infinity; NaN if either is.
fn above(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { a - b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatPredicate::{False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    use trine_base::Stream;

    /// In LLVM's numbering, which the oracle relies on.
    const ALL: [FloatPredicate; 16] =
        [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True];

    /// LLVM's predicate numbering is a bit set: 1 equal, 2 greater, 4 less, 8 unordered.
    fn oracle(predicate: FloatPredicate, a: f64, b: f64) -> bool {
        let relation = match a.partial_cmp(&b) {
            Some(std::cmp::Ordering::Equal) => 1,
            Some(std::cmp::Ordering::Greater) => 2,
            Some(std::cmp::Ordering::Less) => 4,
            None => 8,
        };
        let code = ALL.iter().position(|&p| p == predicate).unwrap();
        code & relation != 0
    }

    fn values() -> Vec<f64> {
        let mut values = vec![0.0, -0.0, 1.0, -1.0, 0.1, 1e-300, -1e300, 1e300, 5e-324, f64::MAX, f64::MIN];
        values.extend([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::EPSILON, 1.0 + f64::EPSILON]);
        values.extend([f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1), f32::EPSILON, 0.1f32].map(f64::from));
        let mut stream = Stream::new(1, "float distance");
        values.extend((0..20).map(|_| f64::from_bits(stream.bits())));
        values.extend((0..20).map(|_| f64::from(f32::from_bits(stream.bits() as u32))));
        values
    }

    #[test]
    fn distance_is_zero_exactly_when_taken() {
        for &a in &values() {
            for &b in &values() {
                for predicate in ALL {
                    let outcome = oracle(predicate, a, b);
                    assert_eq!(holds(predicate, a, b), outcome, "{predicate:?} {a} {b}");
                    for wanted in [false, true] {
                        let d = distance(predicate, a, b, outcome, wanted);
                        assert!(d.is_finite() && d >= 0.0, "{predicate:?} {a} {b}: {d}");
                        assert_eq!(d == 0.0, outcome == wanted, "{predicate:?} {a} {b}: {d}");
                    }
                }
            }
        }
    }

    #[test]
    fn negation_is_the_other_outcome_even_with_nan() {
        for predicate in ALL {
            assert_eq!(negated(negated(predicate)), predicate);
            for (a, b) in [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0), (f64::NAN, 1.0)] {
                assert_ne!(holds(predicate, a, b), holds(negated(predicate), a, b), "{predicate:?}");
            }
        }
    }

    #[test]
    fn moving_closer_never_increases_the_distance() {
        let values: Vec<f64> = values().into_iter().filter(|v| v.is_finite()).collect();
        for &a in &values {
            for &b in &values {
                let closer = if a > b { a.next_down() } else { a.next_up() };
                if a != b {
                    assert!(to_hold(Oeq, closer, b) <= to_hold(Oeq, a, b), "{a} {b}");
                }
                if a > b {
                    assert!(to_hold(Olt, closer, b) <= to_hold(Olt, a, b), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_gradient_of_equality_is_not_absorbed_near_the_goal() {
        let goal = 1e-20f64;
        assert!(to_hold(Oeq, goal.next_up(), goal) < to_hold(Oeq, goal.next_up().next_up(), goal));
    }

    #[test]
    fn a_nan_is_farther_than_any_number() {
        assert_eq!(to_hold(Oeq, f64::NAN, 0.0), f64::MAX);
        assert!(to_hold(Olt, f64::NAN, 0.0) >= to_hold(Olt, 1e308, -1e308));
    }
}
