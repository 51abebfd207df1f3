//! What a register can hold, as far as that is known: integers as a few values or as a range, references as null or as an object.
//!
//! An abstract domain in the sense of Cousot and Cousot, "Abstract interpretation" (1977): joined where ways meet, widened where
//! loops would not end, narrowed by conditions. Integers are signed, but for those of one bit, which are 0 and 1.

use trine_ir::{BinaryOp, CastOp, IntPredicate, Type};

/// Integers that are listed one by one, at most.
const MAX_LISTED: usize = 24;
/// Pairs of listed integers that an operation is applied to, at most.
const MAX_PAIRS: usize = 256;

/// What a register can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Abstract {
    /// Nothing: no run gets there.
    Nothing,
    /// These integers, by rising value, each once.
    Listed(Vec<i64>),
    /// All integers from the first to the second, both included; the first is less.
    Range(i64, i64),
    /// A reference.
    Reference {
        /// Whether it can be null.
        null: bool,
        /// Whether it can be an object.
        object: bool,
    },
    /// Whatever its type allows.
    Anything,
}

use Abstract::{Anything, Listed, Nothing, Range, Reference};

/// The least and the greatest integer of `ty`.
fn bounds(ty: Type) -> Option<(i64, i64)> {
    match ty {
        Type::Int(1) => Some((0, 1)),
        Type::Int(bits @ 2..=64) => Some((i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))),
        _ => None,
    }
}

/// `value` as a register of type `ty` holds it.
fn wrapped(ty: Type, value: i128) -> i64 {
    let bits = u32::min(ty.bits(), 64);
    match bits {
        1 => (value & 1) as i64,
        bits => (value as i64) << (64 - bits) >> (64 - bits),
    }
}

impl Abstract {
    /// Null, and nothing else.
    pub const NULL: Self = Reference { null: true, object: false };
    /// An object.
    pub const OBJECT: Self = Reference { null: false, object: true };

    /// Whatever a register of type `ty` can hold.
    #[must_use]
    pub fn any(ty: Type) -> Self {
        match (ty, bounds(ty)) {
            (Type::Ptr, _) => Reference { null: true, object: true },
            (_, Some((low, high))) => Self::between(i128::from(low), i128::from(high)),
            _ => Anything,
        }
    }

    /// What memory holds that was not written yet.
    #[must_use]
    pub fn default_of(ty: Type) -> Self {
        match ty {
            Type::Ptr => Self::NULL,
            Type::Int(..=64) => Listed(vec![0]),
            _ => Anything,
        }
    }

    /// The constant with these bits.
    #[must_use]
    pub fn constant(ty: Type, bits: u128) -> Self {
        match ty {
            Type::Ptr if bits == 0 => Self::NULL,
            Type::Int(..=64) => Listed(vec![wrapped(ty, bits as i128)]),
            _ => Self::any(ty),
        }
    }

    /// The integers from `low` to `high`.
    #[must_use]
    pub fn range(low: i64, high: i64) -> Self {
        Self::between(low.into(), high.into())
    }

    fn between(low: i128, high: i128) -> Self {
        if low > high {
            return Nothing;
        }
        // Both are of 64 bits: callers have cut them.
        let (low, high) = (low as i64, high as i64);
        match i128::from(high) - i128::from(low) < 2 {
            true if low == high => Listed(vec![low]),
            true => Listed(vec![low, high]),
            false => Range(low, high),
        }
    }

    fn listed(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        match (values.first(), values.last()) {
            (Some(&low), Some(&high)) if values.len() > MAX_LISTED => Range(low, high),
            (Some(_), _) => Listed(values),
            _ => Nothing,
        }
    }

    /// Whether no run gets there.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Nothing
    }

    /// The least and the greatest integer.
    #[must_use]
    pub fn limits(&self) -> Option<(i64, i64)> {
        match self {
            Listed(values) => Some((*values.first()?, *values.last()?)),
            &Range(low, high) => Some((low, high)),
            _ => None,
        }
    }

    /// The integer that it is, if it is one.
    #[must_use]
    pub fn single(&self) -> Option<i64> {
        match self {
            Listed(values) if values.len() == 1 => values.first().copied(),
            _ => None,
        }
    }

    /// What either holds.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Nothing, known) | (known, Nothing) => known.clone(),
            (Listed(a), Listed(b)) => Self::listed(a.iter().chain(b).copied().collect()),
            (&Reference { null, object }, &Reference { null: other_null, object: other_object }) => {
                Reference { null: null || other_null, object: object || other_object }
            }
            _ => match (self.limits(), other.limits()) {
                (Some((a, b)), Some((c, d))) => Self::between(a.min(c).into(), b.max(d).into()),
                _ => Anything,
            },
        }
    }

    /// What both hold.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        match (self, other) {
            (Nothing, _) | (_, Nothing) => Nothing,
            (Anything, known) | (known, Anything) => known.clone(),
            (Listed(values), known) | (known, Listed(values)) => {
                let is_in = |value: &i64| match known {
                    Listed(others) => others.binary_search(value).is_ok(),
                    &Range(low, high) => (low..=high).contains(value),
                    _ => true,
                };
                Self::listed(values.iter().copied().filter(is_in).collect())
            }
            (&Range(a, b), &Range(c, d)) => Self::between(a.max(c).into(), b.min(d).into()),
            (&Reference { null, object }, &Reference { null: other_null, object: other_object }) => {
                match (null && other_null, object && other_object) {
                    (false, false) => Nothing,
                    (null, object) => Reference { null, object },
                }
            }
            _ => self.clone(),
        }
    }

    /// `later`, which holds all of this, or more: so much more that it changes no more than a few times. Its bounds are of
    /// `thresholds`, by rising value, or those of the type.
    #[must_use]
    pub fn widened(&self, later: &Self, ty: Type, thresholds: &[i64]) -> Self {
        let (Some((low, high)), Some((new_low, new_high)), Some((least, greatest))) =
            (self.limits(), later.limits(), bounds(ty))
        else {
            return later.clone();
        };
        if self == later {
            return later.clone();
        }
        let down = thresholds.iter().rev().copied().find(|&at| at <= new_low).unwrap_or(least).max(least);
        let up = thresholds.iter().copied().find(|&at| at >= new_high).unwrap_or(greatest).min(greatest);
        let low = if new_low < low { down } else { new_low };
        let high = if new_high > high { up } else { new_high };
        Self::between(low.into(), high.into())
    }

    /// What an operation on integers of type `ty` gives.
    #[must_use]
    pub fn binary(op: BinaryOp, ty: Type, a: &Self, b: &Self) -> Self {
        if a.is_nothing() || b.is_nothing() {
            return Nothing;
        }
        if let (Listed(left), Listed(right)) = (a, b)
            && left.len() * right.len() <= MAX_PAIRS
        {
            let pairs = left.iter().flat_map(|&a| right.iter().map(move |&b| (a, b)));
            // A division by zero gives nothing: it throws.
            let results: Option<Vec<Option<i64>>> = pairs.map(|(a, b)| computed(op, ty, a, b)).collect();
            if let Some(results) = results {
                return Self::listed(results.into_iter().flatten().collect());
            }
        }
        let bounded = match (a.limits(), b.limits()) {
            (Some(a), Some(b)) => range_of(op, a, b),
            _ => None,
        };
        match (bounded, bounds(ty)) {
            (Some((low, high)), Some((least, greatest)))
                if low >= i128::from(least) && high <= i128::from(greatest) =>
            {
                Self::between(low, high)
            }
            _ => Self::any(ty),
        }
    }

    /// What a conversion gives.
    #[must_use]
    pub fn cast(&self, op: CastOp, from: Type, to: Type) -> Self {
        if self.is_nothing() {
            return Nothing;
        }
        let (Some((low, high)), Some((least, greatest)), Type::Int(from_bits @ 1..=64)) =
            (self.limits(), bounds(to), from)
        else {
            return Self::any(to);
        };
        let one = |value: i64| match op {
            CastOp::Trunc => Some(wrapped(to, value.into())),
            CastOp::ZExt => Some(wrapped(to, i128::from(value) & (u128::MAX >> (128 - from_bits)) as i128)),
            CastOp::SExt if from_bits == 1 => Some(wrapped(to, -i128::from(value))),
            CastOp::SExt => Some(value),
            _ => None,
        };
        match (self, op) {
            (Listed(values), _) => match values.iter().map(|&value| one(value)).collect() {
                Some(values) => Self::listed(values),
                None => Self::any(to),
            },
            (Range(..), CastOp::SExt) => self.clone(),
            (Range(..), CastOp::ZExt) if low >= 0 => self.clone(),
            (Range(..), CastOp::ZExt) if from_bits < 64 => Self::between(0, (1 << from_bits) - 1),
            (Range(..), CastOp::Trunc) if low >= least && high <= greatest => self.clone(),
            _ => Self::any(to),
        }
    }

    /// Whether a comparison holds: 1, 0 or both.
    #[must_use]
    pub fn compared(predicate: IntPredicate, a: &Self, b: &Self) -> Self {
        let can = |predicate| {
            !a.restricted(predicate, b).is_nothing() && !b.restricted(swapped(predicate), a).is_nothing()
        };
        Self::listed(
            [(0, can(negated(predicate))), (1, can(predicate))]
                .iter()
                .filter(|one| one.1)
                .map(|one| one.0)
                .collect(),
        )
    }

    /// What is left where it stands on the left of a comparison that holds.
    #[must_use]
    pub fn restricted(&self, predicate: IntPredicate, other: &Self) -> Self {
        use IntPredicate as P;
        if self.is_nothing() || other.is_nothing() {
            return Nothing;
        }
        match (self, other) {
            (&Reference { null, object }, &Reference { object: others, .. }) => {
                return match predicate {
                    P::Eq => self.meet(other),
                    // Different from null, which is one; there are many objects.
                    P::Ne if !others && !object => Nothing,
                    P::Ne if !others => Reference { null: false, object },
                    P::Ne => Reference { null, object },
                    _ => self.clone(),
                };
            }
            (Reference { .. } | Anything, _) | (_, Reference { .. } | Anything) => return self.clone(),
            _ => {}
        }
        let (Some((low, high)), Some((other_low, other_high))) = (self.limits(), other.limits()) else {
            return self.clone();
        };
        let below = |limit: i128| self.cut(i128::from(i64::MIN), limit);
        let above = |limit: i128| self.cut(limit, i128::from(i64::MAX));
        let (first, last) = (i128::from(other_low), i128::from(other_high));
        let are_positive = low >= 0 && other_low >= 0;
        match predicate {
            P::Eq => self.meet(other),
            P::Ne => match (other.single(), self) {
                (None, _) => self.clone(),
                (Some(single), Listed(values)) => {
                    Self::listed(values.iter().copied().filter(|&value| value != single).collect())
                }
                (Some(single), _) if single == low => above(i128::from(low) + 1),
                (Some(single), _) if single == high => below(i128::from(high) - 1),
                _ => self.clone(),
            },
            P::Slt => below(last - 1),
            P::Sle => below(last),
            P::Sgt => above(first + 1),
            P::Sge => above(first),
            // No negative number, read without a sign, is below one that is not negative.
            P::Ult if other_low >= 0 => self.cut(0, last - 1),
            P::Ule if other_low >= 0 => self.cut(0, last),
            P::Ugt if are_positive => above(first + 1),
            P::Uge if are_positive => above(first),
            _ => self.clone(),
        }
    }

    /// What lies between two limits.
    fn cut(&self, from: i128, to: i128) -> Self {
        match self {
            Listed(values) => {
                let is_in = |value: &i64| (from..=to).contains(&i128::from(*value));
                Self::listed(values.iter().copied().filter(is_in).collect())
            }
            &Range(low, high) => Self::between(from.max(low.into()), to.min(high.into())),
            _ => self.clone(),
        }
    }
}

/// The result for two integers: `None` where it is not known, `Some(None)` where there is none.
#[allow(clippy::option_option)] // "not known" and "throws" are two things
fn computed(op: BinaryOp, ty: Type, a: i64, b: i64) -> Option<Option<i64>> {
    use BinaryOp as B;
    let (a, b) = (i128::from(a), i128::from(b));
    let amount = |b: i128| (b & i128::from(ty.bits() - 1)) as u32;
    let result = match op {
        B::Add => a + b,
        B::Sub => a - b,
        B::Mul => a.checked_mul(b)?,
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        B::SDivWrap | B::SRemWrap if b == 0 => return Some(None),
        B::SDivWrap => a / b,
        B::SRemWrap => a % b,
        B::ShlMask if ty.bits() > 1 => a << amount(b),
        B::AShrMask if ty.bits() > 1 => a >> amount(b),
        B::LShrMask if ty.bits() > 1 => (a & (u128::MAX >> (128 - ty.bits())) as i128) >> amount(b),
        _ => return None,
    };
    Some(Some(wrapped(ty, result)))
}

/// The least and the greatest result for integers of two ranges, before it is wrapped; `None` where that is not known.
fn range_of(op: BinaryOp, (a, b): (i64, i64), (c, d): (i64, i64)) -> Option<(i128, i128)> {
    use BinaryOp as B;
    let [a, b, c, d] = [a, b, c, d].map(i128::from);
    let spread = |results: [i128; 4]| (results.into_iter().min(), results.into_iter().max());
    match op {
        B::Add => Some((a + c, b + d)),
        B::Sub => Some((a - d, b - c)),
        B::Mul => {
            let products = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            let (low, high) = spread(products);
            low.zip(high)
        }
        // A bit of the result is one of both.
        B::And if c >= 0 && a >= 0 => Some((0, b.min(d))),
        B::And if c >= 0 => Some((0, d)),
        B::And if a >= 0 => Some((0, b)),
        B::Or | B::Xor if a >= 0 && c >= 0 => {
            let bits = 128 - b.max(d).leading_zeros();
            Some((0, (1 << bits) - 1))
        }
        B::SDivWrap if c > 0 => {
            let (low, high) = spread([a / c, a / d, b / c, b / d]);
            low.zip(high)
        }
        B::SRemWrap if c > 0 => {
            Some((if a < 0 { a.max(1 - d) } else { 0 }, if b > 0 { b.min(d - 1) } else { 0 }))
        }
        B::AShrMask if c == d && (0..32).contains(&c) => Some((a >> c, b >> c)),
        B::LShrMask if c == d && a >= 0 && (0..32).contains(&c) => Some((a >> c, b >> c)),
        _ => None,
    }
}

/// The comparison that holds where `predicate` does not.
pub(crate) fn negated(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::Eq => P::Ne,
        P::Ne => P::Eq,
        P::Ugt => P::Ule,
        P::Uge => P::Ult,
        P::Ult => P::Uge,
        P::Ule => P::Ugt,
        P::Sgt => P::Sle,
        P::Sge => P::Slt,
        P::Slt => P::Sge,
        P::Sle => P::Sgt,
    }
}

/// The comparison with its operands exchanged.
pub(crate) fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::Eq | P::Ne => predicate,
        P::Ugt => P::Ult,
        P::Uge => P::Ule,
        P::Ult => P::Ugt,
        P::Ule => P::Uge,
        P::Sgt => P::Slt,
        P::Sge => P::Sle,
        P::Slt => P::Sgt,
        P::Sle => P::Sge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Type = Type::Int(32);
    const BYTE: Type = Type::Int(8);

    /// What holds one integer of eight bits, and every range and some lists of these.
    fn some() -> Vec<Abstract> {
        let ends = [-128, -127, -7, -1, 0, 1, 2, 5, 100, 126, 127];
        let ranges = ends.iter().flat_map(|&low| ends.iter().map(move |&high| (low, high)));
        let mut all: Vec<Abstract> =
            ranges.map(|(low, high)| Abstract::between(i128::from(low), i128::from(high))).collect();
        all.push(Listed(vec![-128, 3, 64]));
        all.push(Listed(vec![-5, -4, 0, 9]));
        all.retain(|one| !one.is_nothing());
        all
    }

    fn members(of: &Abstract) -> Vec<i64> {
        let is_in = |value: &i64| !of.meet(&Listed(vec![*value])).is_nothing();
        (-128..=127).filter(is_in).collect()
    }

    /// A sample of the members, the ends among them.
    fn sample(of: &Abstract) -> Vec<i64> {
        let members = members(of);
        let step = members.len().div_ceil(6).max(1);
        members.iter().step_by(step).chain(members.last()).copied().collect()
    }

    #[test]
    fn no_result_of_an_operation_is_left_out() {
        use BinaryOp as B;
        let ops = [
            B::Add,
            B::Sub,
            B::Mul,
            B::And,
            B::Or,
            B::Xor,
            B::SDivWrap,
            B::SRemWrap,
            B::ShlMask,
            B::LShrMask,
            B::AShrMask,
        ];
        let mut seen = 0;
        for op in ops {
            for a in some() {
                for b in some() {
                    let all = Abstract::binary(op, BYTE, &a, &b);
                    for x in sample(&a) {
                        for y in sample(&b) {
                            let Some(Some(result)) = computed(op, BYTE, x, y) else { continue };
                            seen += 1;
                            assert!(
                                !all.meet(&Listed(vec![result])).is_nothing(),
                                "{op:?} of {x} in {a:?} and {y} in {b:?} is {result}, not in {all:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(seen > 100_000);
    }

    #[test]
    fn a_condition_leaves_all_that_meets_it() {
        use IntPredicate as P;
        let holds = |predicate: P, x: i64, y: i64| {
            let (u, v) = (x as u64, y as u64);
            match predicate {
                P::Eq => x == y,
                P::Ne => x != y,
                P::Ugt => u > v,
                P::Uge => u >= v,
                P::Ult => u < v,
                P::Ule => u <= v,
                P::Sgt => x > y,
                P::Sge => x >= y,
                P::Slt => x < y,
                P::Sle => x <= y,
            }
        };
        let all = [P::Eq, P::Ne, P::Ugt, P::Uge, P::Ult, P::Ule, P::Sgt, P::Sge, P::Slt, P::Sle];
        for predicate in all {
            for a in some() {
                for b in some() {
                    let left = a.restricted(predicate, &b);
                    let answers = Abstract::compared(predicate, &a, &b);
                    for x in sample(&a) {
                        for y in sample(&b) {
                            let answer = holds(predicate, x, y);
                            assert!(!answers.meet(&Listed(vec![i64::from(answer)])).is_nothing());
                            assert!(
                                !answer || !left.meet(&Listed(vec![x])).is_nothing(),
                                "{x} {predicate:?} {y}"
                            );
                        }
                    }
                }
            }
        }
        assert_eq!(Abstract::compared(P::Slt, &Range(0, 5), &Listed(vec![0])), Listed(vec![0]));
        assert_eq!(Listed(vec![1, 2, 7]).restricted(P::Ne, &Listed(vec![2])), Listed(vec![1, 7]));
    }

    #[test]
    fn conversions_keep_what_fits_and_wrap_the_rest() {
        assert_eq!(Listed(vec![-1]).cast(CastOp::ZExt, BYTE, INT), Listed(vec![255]));
        assert_eq!(Range(-1, 5).cast(CastOp::ZExt, BYTE, INT), Range(0, 255));
        assert_eq!(Range(-1, 5).cast(CastOp::SExt, BYTE, INT), Range(-1, 5));
        assert_eq!(Range(0, 127).cast(CastOp::Trunc, INT, BYTE), Range(0, 127));
        assert_eq!(Range(0, 128).cast(CastOp::Trunc, INT, BYTE), Range(-128, 127));
        assert_eq!(Listed(vec![128]).cast(CastOp::Trunc, INT, BYTE), Listed(vec![-128]));
        assert_eq!(Listed(vec![0, 1]).cast(CastOp::ZExt, Type::BOOL, INT), Listed(vec![0, 1]));
    }

    #[test]
    fn null_is_one_value_and_objects_are_many() {
        use IntPredicate as P;
        let any = Abstract::any(Type::Ptr);
        assert_eq!(any.restricted(P::Ne, &Abstract::NULL), Abstract::OBJECT);
        assert_eq!(any.restricted(P::Eq, &Abstract::NULL), Abstract::NULL);
        assert_eq!(any.restricted(P::Eq, &Abstract::OBJECT), Abstract::OBJECT);
        assert_eq!(any.restricted(P::Ne, &Abstract::OBJECT), any);
        assert!(Abstract::NULL.restricted(P::Ne, &Abstract::NULL).is_nothing());
        assert_eq!(Abstract::compared(P::Eq, &Abstract::OBJECT, &Abstract::NULL), Listed(vec![0]));
        assert_eq!(Abstract::compared(P::Eq, &Abstract::OBJECT, &Abstract::OBJECT), Listed(vec![0, 1]));
    }

    #[test]
    fn widening_ends_at_a_threshold_or_at_the_type() {
        let thresholds = [0, 10];
        assert_eq!(Range(0, 3).widened(&Range(0, 4), INT, &thresholds), Range(0, 10));
        assert_eq!(Range(0, 10).widened(&Range(0, 11), INT, &thresholds), Range(0, i64::from(i32::MAX)));
        assert_eq!(Range(0, 3).widened(&Range(-1, 3), INT, &thresholds), Range(i64::from(i32::MIN), 3));
    }
}
