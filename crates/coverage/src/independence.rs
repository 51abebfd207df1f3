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
//! The outcome is that of the expression as written: `llvm-cov` takes the value of the last
//! condition for it, which is wrong below a negated group (`!(a && b) || c` is true when `a` is
//! false). Deviation from `llvm-cov` there.
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
    /// The outcome of the decision as written, negations of groups included.
    pub outcome: bool,
}

impl Vector {
    /// This vector with condition `position` of `decision` evaluated to `value` after all others.
    #[must_use]
    pub fn with(self, decision: &Decision, position: u16, value: bool) -> Self {
        let bit = 1u64 << position;
        let values = if value { self.values | bit } else { self.values };
        Self { evaluated: self.evaluated | bit, values, outcome: decision.outcome(position, value) }
    }

    /// The value of the last condition evaluated: what `llvm-cov` takes for the outcome.
    #[must_use]
    pub fn last_value(self, decision: &Decision) -> bool {
        let (mut next, mut value) = (Some(0u16), self.outcome);
        while let Some(position) = next.filter(|position| self.evaluated >> position & 1 != 0) {
            value = self.values >> position & 1 != 0;
            next = decision.next[usize::from(position)][usize::from(!value)];
        }
        value
    }
}

/// Two vectors that show the independence of a condition: the decision is true in the first, false in the second.
pub type IndependencePair = (Vector, Vector);

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
    ) -> Option<IndependencePair> {
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
    let step = |position: u16, value: bool| {
        (decision.next[usize::from(position)][usize::from(!value)], decision.outcome(position, value))
    };
    let mut open = vec![step(condition, vector.values >> condition & 1 == 0)];
    let mut seen = 0u64;
    while let Some((next, outcome)) = open.pop() {
        let Some(position) = next else {
            if outcome != vector.outcome {
                return true;
            }
            continue;
        };
        let bit = 1u64 << position;
        if seen & bit != 0 {
            continue;
        }
        seen |= bit;
        let known = vector.evaluated & bit != 0;
        if !known || vector.values & bit != 0 {
            open.push(step(position, true));
        }
        if !known || vector.values & bit == 0 {
            open.push(step(position, false));
        }
    }
    false
}

/// Evaluations that show both values of a condition and yet no pair: what the second lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// One half of a pair, which was seen.
    pub half: Vector,
    /// The evaluation that was seen and comes nearest to the other half: the condition has the value that is wanted.
    pub near: Vector,
    /// The other half.
    pub wanted: Vector,
    /// Bit `i`: condition `i` was evaluated in `near`, and would have to be otherwise.
    pub differing: u64,
}

/// How near `seen`, in which there is no pair for `condition`, comes to one: the half and the evaluation that differ least from a pair in what
/// other conditions are. `None` where the condition was evaluated to one of its values only. At most `limit` ways through the decision
/// are looked at.
#[must_use]
pub fn apart(
    decision: &Decision,
    condition: u16,
    variant: McdcVariant,
    seen: &[Vector],
    limit: usize,
) -> Option<Apart> {
    let value =
        |vector: Vector| (vector.evaluated >> condition & 1 != 0).then(|| vector.values >> condition & 1);
    let of = |wanted: Vector| {
        let half = *seen.iter().find(|&&half| is_pair(decision, condition, variant, wanted, half))?;
        let alike = seen.iter().filter(|&&near| value(near).is_some() && value(near) == value(wanted));
        let found = alike.map(|&near| {
            let differing = wanted.evaluated & near.evaluated & (wanted.values ^ near.values);
            Apart { half, near, wanted, differing }
        });
        found.min_by_key(|found| (found.differing.count_ones(), found.near))
    };
    let all = all_vectors(decision, limit).into_iter().filter_map(of);
    all.min_by_key(|found| (found.differing.count_ones(), found.wanted.evaluated.count_ones(), found.wanted))
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
        for (value, &next) in [true, false].into_iter().zip(&decision.next[usize::from(position)]) {
            open.push((next, vector.with(decision, position, value)));
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
            negated: vec![false; next.len()],
            twins_before: 0,
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
    fn halves_that_were_seen_apart_name_the_condition_in_their_way() {
        // (a && b) || c
        let shape = decision(&[[1, 2], [-1, 2], [-1, -1]]);
        let seen = [vector("TT-", true), vector("TFT", true)];
        let found = apart(&shape, 1, McdcVariant::Masking, &seen, 64).unwrap();
        assert_eq!((found.half, found.near), (seen[0], seen[1]));
        assert_eq!((found.wanted, found.differing), (vector("TFF", false), 0b100));
        // One of its values was never seen: nothing stands apart.
        assert_eq!(apart(&shape, 0, McdcVariant::Masking, &seen, 64), None);
        assert_eq!(apart(&shape, 1, McdcVariant::Masking, &seen[..1], 64), None);
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

    /// A boolean expression as written; leaves are numbered in source order.
    #[derive(Clone, Debug)]
    enum Expr {
        Leaf(usize),
        Not(Box<Expr>),
        And(Box<Expr>, Box<Expr>),
        Or(Box<Expr>, Box<Expr>),
    }
    use Expr::{And, Leaf, Not, Or};

    fn leaf(n: usize) -> Box<Expr> {
        Box::new(Leaf(n))
    }

    /// Numbers conditions as clang does: the left operand takes over its operator's number, the
    /// right one the next free number, before the operands themselves are looked into.
    #[derive(Default)]
    struct Numbering {
        /// By number: `[when true, when false]`, negated, leaf.
        conditions: Vec<([i32; 2], bool, usize)>,
    }

    impl Numbering {
        fn number(&mut self, expr: &Expr, id: usize, [when_true, when_false]: [i32; 2], negated: bool) {
            match expr {
                Leaf(leaf) => self.conditions[id] = ([when_true, when_false], negated, *leaf),
                Not(operand) => self.number(operand, id, [when_false, when_true], !negated),
                And(left, right) | Or(left, right) => {
                    let second = self.conditions.len();
                    self.conditions.push(Default::default());
                    let first = match expr {
                        And(..) => [second as i32, when_false],
                        _ => [when_true, second as i32],
                    };
                    self.number(left, id, first, negated);
                    self.number(right, second, [when_true, when_false], negated);
                }
            }
        }
    }

    /// The decision of `expr`, and the leaf behind each of its conditions.
    fn decision_of(expr: &Expr) -> (Decision, Vec<usize>) {
        let mut numbering = Numbering { conditions: vec![Default::default()] };
        numbering.number(expr, 0, [-1, -1], false);
        let next: Vec<_> = numbering.conditions.iter().map(|(next, ..)| *next).collect();
        let mut decision = decision(&next);
        decision.negated = numbering.conditions.iter().map(|(_, negated, _)| *negated).collect();
        (decision, numbering.conditions.iter().map(|(.., leaf)| *leaf).collect())
    }

    /// C's meaning: the value, and the leaves evaluated, in order.
    fn evaluate(expr: &Expr, leaves: u64, order: &mut Vec<usize>) -> bool {
        match expr {
            Leaf(n) => {
                order.push(*n);
                leaves >> n & 1 != 0
            }
            Not(operand) => !evaluate(operand, leaves, order),
            And(a, b) => evaluate(a, leaves, order) && evaluate(b, leaves, order),
            Or(a, b) => evaluate(a, leaves, order) || evaluate(b, leaves, order),
        }
    }

    /// All vectors of `expr`, written by leaf in source order: `F-T false`.
    fn table(expr: &Expr) -> Vec<String> {
        let (decision, leaves) = decision_of(expr);
        let mut rows: Vec<String> = all_vectors(&decision, 64)
            .iter()
            .map(|vector| {
                let mut row = vec!['-'; leaves.len()];
                for (position, leaf) in leaves.iter().enumerate() {
                    if vector.evaluated >> position & 1 != 0 {
                        row[*leaf] = if vector.values >> position & 1 != 0 { 'T' } else { 'F' };
                    }
                }
                format!("{} {}", row.iter().collect::<String>(), vector.outcome)
            })
            .collect();
        rows.sort();
        rows
    }

    #[test]
    fn outcomes_below_negated_groups_are_those_of_the_expression_as_written() {
        // !(a && b) || c
        let group = Or(Box::new(Not(Box::new(And(leaf(0), leaf(1))))), leaf(2));
        assert_eq!(table(&group), ["F-- true", "TF- true", "TTF false", "TTT true"]);
        // !(a || !b) && c
        let or = Or(leaf(0), Box::new(Not(leaf(1))));
        let and = And(Box::new(Not(Box::new(or))), leaf(2));
        assert_eq!(table(&and), ["FF- false", "FTF false", "FTT true", "T-- false"]);
        // !(!(a && b) || c)
        let twice = Not(Box::new(group));
        assert_eq!(table(&twice), ["F-- false", "TF- false", "TTF true", "TTT false"]);
    }

    #[test]
    fn vectors_of_one_outcome_are_no_pair_below_a_negated_group() {
        // !(a && b) || c: conditions a, c, b
        let group = Or(Box::new(Not(Box::new(And(leaf(0), leaf(1))))), leaf(2));
        let (decision, leaves) = decision_of(&group);
        assert_eq!(leaves, [0, 2, 1]);
        for variant in [McdcVariant::Masking, McdcVariant::UniqueCause] {
            let vectors = all_vectors(&decision, 64);
            let pairs = |condition: u16| {
                let of = |a: Vector| vectors.iter().filter(move |b| a < **b).map(move |b| (a, *b));
                let all = vectors.iter().copied().flat_map(of);
                all.filter(|(a, b)| is_pair(&decision, condition, variant, *a, *b)).count()
            };
            // Each against (T, T, F): (F, -, -), (T, F, -) and (T, T, T).
            assert_eq!([pairs(0), pairs(1), pairs(2)], [1, 1, 1], "{variant:?}");
            assert!(!vector("F--", true).last_value(&decision));
        }
    }

    /// A tree of `leaves` leaves from `first` on, with negations anywhere.
    fn tree(random: &mut impl FnMut(usize) -> usize, first: usize, leaves: usize) -> Expr {
        let inner = if leaves == 1 {
            Leaf(first)
        } else {
            let left = 1 + random(leaves - 1);
            let (a, b) = (tree(random, first, left), tree(random, first + left, leaves - left));
            if random(2) == 0 { And(a.into(), b.into()) } else { Or(a.into(), b.into()) }
        };
        if random(3) == 0 { Not(inner.into()) } else { inner }
    }

    #[test]
    fn every_vector_of_a_random_expression_has_the_outcome_of_its_evaluation() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..500 {
            let leaves = 2 + random(6);
            let expr = tree(&mut random, 0, leaves);
            let (decision, leaf_of) = decision_of(&expr);
            let vectors = all_vectors(&decision, 1 << leaves);
            for values in 0..1u64 << leaves {
                let mut order = Vec::new();
                let outcome = evaluate(&expr, values, &mut order);
                let start = Vector { evaluated: 0, values: 0, outcome: false };
                let expected = order.iter().fold(start, |vector, leaf| {
                    let position = leaf_of.iter().position(|of| of == leaf).unwrap() as u16;
                    vector.with(&decision, position, values >> leaf & 1 != 0)
                });
                assert_eq!(expected.outcome, outcome, "{expr:?} for {values:b}");
                assert!(vectors.contains(&expected), "{expr:?} for {values:b}");
                let last = *order.last().unwrap();
                assert_eq!(expected.last_value(&decision), values >> last & 1 != 0, "{expr:?}");
            }
            check_masking(&expr, &decision, &leaf_of, &vectors);
        }
    }

    /// Masking by definition: values of the leaves behind both vectors exist for which flipping the
    /// condition flips the value of the expression, and the outcomes differ.
    fn check_masking(expr: &Expr, decision: &Decision, leaf_of: &[usize], vectors: &[Vector]) {
        let decides = |vector: Vector, position: usize| {
            (0..1u64 << leaf_of.len()).any(|values| {
                let agrees = leaf_of.iter().enumerate().all(|(at, leaf)| {
                    vector.evaluated >> at & 1 == 0 || vector.values >> at & 1 == values >> leaf & 1
                });
                let value = |values| evaluate(expr, values, &mut Vec::new());
                agrees && value(values) != value(values ^ 1 << leaf_of[position])
            })
        };
        for (&a, &b) in vectors.iter().flat_map(|a| vectors.iter().map(move |b| (a, b))) {
            for position in 0..leaf_of.len() {
                let bit = 1 << position;
                let differs = a.evaluated & b.evaluated & (a.values ^ b.values) & bit != 0;
                let expected =
                    differs && a.outcome != b.outcome && decides(a, position) && decides(b, position);
                let found = is_pair(decision, position as u16, McdcVariant::Masking, a, b);
                assert_eq!(found, expected, "{expr:?} {position} {a:?} {b:?}");
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
