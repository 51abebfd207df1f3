//! Evaluation vectors of a decision and independence pairs (MC/DC).
//!
//! A vector says which conditions of a decision were evaluated, with which values, and the
//! outcome. Two vectors are an independence pair for condition `c` under
//!
//! * **unique cause** (`llvm-cov`'s rule): the outcomes differ and `c` is the only condition
//!   evaluated in both that differs;
//! * **masking** (Chilenski 2001, "An investigation of three forms of MC/DC", section 3): `c`
//!   and the outcomes differ, and in each vector flipping `c` alone can flip the outcome, where
//!   conditions that short-circuit evaluation skipped may take any value.
//!
//! Every unique-cause pair is a masking pair. Decisions of more than 64 conditions are cut at 64
//! by the front end's limit.

use trine_ir::Decision;
use trine_record::McdcVariant;

/// One evaluation of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// Bit `i`: condition `i` was evaluated.
    pub evaluated: u64,
    /// Bit `i`: condition `i` was true; 0 where not evaluated.
    pub values: u64,
    /// The decision's outcome.
    pub outcome: bool,
}

/// The distinct vectors of one decision, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorSet {
    vectors: Vec<Vector>,
}

impl VectorSet {
    /// Adds `vector`; whether it is new.
    pub fn insert(&mut self, vector: Vector) -> bool {
        match self.vectors.binary_search(&vector) {
            Ok(_) => false,
            Err(at) => {
                self.vectors.insert(at, vector);
                true
            }
        }
    }

    /// The vectors in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Vector] {
        &self.vectors
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.vectors.clear();
    }

    /// The first pair that shows the independence of condition `condition`, if any.
    #[must_use]
    pub fn pair(
        &self,
        decision: &Decision,
        condition: u16,
        variant: McdcVariant,
    ) -> Option<(Vector, Vector)> {
        let trues = self.vectors.iter().filter(|vector| vector.outcome);
        for &a in trues {
            let partner =
                self.vectors.iter().find(|&&b| !b.outcome && is_pair(decision, condition, variant, a, b));
            if let Some(&b) = partner {
                return Some((a, b));
            }
        }
        None
    }
}

/// Whether `a` and `b` are an independence pair for condition `condition` of `decision`.
#[must_use]
pub fn is_pair(decision: &Decision, condition: u16, variant: McdcVariant, a: Vector, b: Vector) -> bool {
    let bit = 1u64 << condition;
    let both = a.evaluated & b.evaluated;
    let differing = both & (a.values ^ b.values);
    if a.outcome == b.outcome || differing & bit == 0 {
        return false;
    }
    match variant {
        McdcVariant::UniqueCause => differing == bit,
        McdcVariant::Masking => decides(decision, condition, a) && decides(decision, condition, b),
    }
}

/// Whether flipping `condition` alone can flip the outcome of `vector`.
fn decides(decision: &Decision, condition: u16, vector: Vector) -> bool {
    let flipped = vector.values & (1 << condition) == 0;
    let mut open = vec![(decision.next[usize::from(condition)][usize::from(!flipped)], flipped)];
    let mut seen = 0u64;
    while let Some((next, value)) = open.pop() {
        let Some(position) = next else {
            if value != vector.outcome {
                return true;
            }
            continue;
        };
        let bit = 1u64 << position;
        if seen & bit != 0 {
            continue;
        }
        seen |= bit;
        let [when_true, when_false] = decision.next[usize::from(position)];
        let known = vector.evaluated & bit != 0;
        if !known || vector.values & bit != 0 {
            open.push((when_true, true));
        }
        if !known || vector.values & bit == 0 {
            open.push((when_false, false));
        }
    }
    false
}

/// Every way through `decision`, at most `limit`, as vectors in depth-first order.
#[must_use]
pub fn all_vectors(decision: &Decision, limit: usize) -> Vec<Vector> {
    let mut found = Vec::new();
    let mut open = vec![(Some(0u16), Vector { evaluated: 0, values: 0, outcome: false })];
    while let Some((next, vector)) = open.pop() {
        if found.len() >= limit {
            break;
        }
        let Some(position) = next else {
            found.push(vector);
            continue;
        };
        let bit = 1u64 << position;
        for (value, &next) in [true, false].into_iter().zip(&decision.next[usize::from(position)]) {
            let values = if value { vector.values | bit } else { vector.values };
            open.push((next, Vector { evaluated: vector.evaluated | bit, values, outcome: value }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_base::{FileId, Span};

    /// `next` per condition: `[when true, when false]`, -1 at the end.
    fn decision(next: &[[i32; 2]]) -> Decision {
        Decision {
            span: Span::new(FileId(0), (1, 1), (1, 2)),
            expansion: None,
            conditions: Vec::new(),
            next: next.iter().map(|pair| pair.map(|n| u16::try_from(n).ok())).collect(),
        }
    }

    fn vector(text: &str, outcome: bool) -> Vector {
        let bits = |wanted: &str| {
            text.chars()
                .enumerate()
                .filter(|(_, c)| wanted.contains(*c))
                .fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Vector { evaluated: bits("TF"), values: bits("T"), outcome }
    }

    #[test]
    fn a_pair_of_and_is_a_pair_in_both_variants() {
        let and = decision(&[[1, -1], [-1, -1]]);
        for variant in [McdcVariant::Masking, McdcVariant::UniqueCause] {
            assert!(is_pair(&and, 0, variant, vector("TT", true), vector("F-", false)));
            assert!(!is_pair(&and, 1, variant, vector("TT", true), vector("F-", false)));
            assert!(is_pair(&and, 1, variant, vector("TT", true), vector("TF", false)));
        }
    }

    #[test]
    fn masking_accepts_what_unique_cause_does_not() {
        // (a || b) && (c || d)
        let both = decision(&[[2, 1], [2, -1], [-1, 3], [-1, -1]]);
        let (a, b) = (vector("FTT-", true), vector("T-FF", false));
        assert!(is_pair(&both, 2, McdcVariant::Masking, a, b));
        assert!(!is_pair(&both, 2, McdcVariant::UniqueCause, a, b));
    }

    #[test]
    fn every_unique_cause_pair_is_a_masking_pair() {
        let shapes = [
            decision(&[[1, -1], [-1, 2], [-1, -1]]),         // a && (b || c)
            decision(&[[1, 2], [-1, 2], [3, -1], [-1, -1]]), // (a && b) || (c && d)
            decision(&[[2, 1], [2, -1], [-1, 3], [-1, -1]]), // (a || b) && (c || d)
        ];
        for shape in &shapes {
            let vectors = all_vectors(shape, 64);
            for (&a, &b) in vectors.iter().flat_map(|a| vectors.iter().map(move |b| (a, b))) {
                for condition in 0..shape.next.len() as u16 {
                    if is_pair(shape, condition, McdcVariant::UniqueCause, a, b) {
                        assert!(is_pair(shape, condition, McdcVariant::Masking, a, b), "{a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_decision_has_as_many_vectors_as_ways_through_it() {
        assert_eq!(all_vectors(&decision(&[[1, -1], [-1, -1]]), 64).len(), 3);
        assert_eq!(all_vectors(&decision(&[[1, -1], [-1, 2], [-1, -1]]), 64).len(), 4);
        assert_eq!(all_vectors(&decision(&[[1, 2], [-1, 2], [3, -1], [-1, -1]]), 64).len(), 7);
        assert_eq!(all_vectors(&decision(&[[1, -1], [-1, -1]]), 2).len(), 2);
    }
}
