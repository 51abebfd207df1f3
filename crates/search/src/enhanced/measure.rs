//! How far a condition over terms is from holding: the branch distance of [`trine_expr::distance`], compiled for the
//! registers of a running machine, because a climb measures the same few conditions millions of times.
//!
//! Deviation from the distance that is read off terms: a comparison of a choice is the nearer of its two ways and not
//! the comparison itself, and the sign of a number that was cut to a C type is a sign too.
//!
//! | condition | distance |
//! |---|---|
//! | a comparison | that of [`crate::distance`] on the values of its operands |
//! | a comparison of a choice, `(if c then a else b) = k` | the nearer of `c ∧ a = k` and `¬c ∧ b = k` |
//! | p ∧ q, p ∨ q | sum, minimum |
//! | the sign of a number | that of `number < 0` |
//! | any other boolean | 0 or K |
//!
//! Law: 0 exactly when the condition holds.

use super::tape::{Registers, Slot, Tape};
use super::terms::Terms;
use crate::distance::terms::{float_predicate, int_predicate, sign_predicate};
use crate::distance::{K, float, int};
use trine_expr::{CompareOp, Condition, Format, Literal, Node, Term};
use trine_ir::{FloatPredicate, IntPredicate};

/// A compiled distance.
#[derive(Clone, Debug)]
pub(super) enum Measure {
    Int { predicate: IntPredicate, width: u8, a: Slot, b: Slot },
    Float { predicate: FloatPredicate, format: Format, a: Slot, b: Slot },
    Truth { slot: Slot, wanted: bool },
    Fixed(f64),
    Sum(Box<[Measure]>),
    Least(Box<[Measure]>),
}

/// Choices that one comparison is distributed over.
const MAX_CHOICES: u32 = 12;

/// Whether bit `low` of a term of `width` bits is a sign: its own, or that of a C type it is cut to.
pub(super) fn is_sign(width: u32, low: u8) -> bool {
    u32::from(low) + 1 == width || [7, 15, 31].contains(&low)
}

/// Compiles conditions.
pub(super) struct Compiler<'c> {
    pub terms: &'c mut Terms,
    pub tape: &'c mut Tape,
    /// Terms that are computed where the condition is measured.
    pub computed: &'c mut Vec<Term>,
    /// Slots that may be missing and matter to it.
    pub fallible: Vec<Slot>,
    choices: u32,
}

impl<'c> Compiler<'c> {
    pub(super) fn new(terms: &'c mut Terms, tape: &'c mut Tape, computed: &'c mut Vec<Term>) -> Self {
        Self { terms, tape, computed, fallible: Vec::new(), choices: MAX_CHOICES }
    }

    /// The distance of `literals` from holding all; `None` when one cannot be compiled.
    pub(super) fn all(&mut self, literals: &[Literal]) -> Option<Measure> {
        let mut measures = Vec::with_capacity(literals.len());
        for &(term, wanted) in literals {
            self.choices = MAX_CHOICES;
            measures.push(self.measure(term, wanted)?);
        }
        Some(match measures.len() {
            1 => measures.remove(0),
            _ => Measure::Sum(measures.into()),
        })
    }

    fn measure(&mut self, term: Term, wanted: bool) -> Option<Measure> {
        match self.terms.pool.condition((term, wanted)) {
            Condition::Constant(holds) => Some(Measure::Fixed(if holds { 0.0 } else { f64::MAX })),
            Condition::All(a, b) => self.sum([a, b]),
            Condition::Any(a, b) => {
                Some(Measure::Least(Box::new([self.measure(a.0, a.1)?, self.measure(b.0, b.1)?])))
            }
            Condition::Choice(c, a, b) => {
                let alternatives = [self.sum([(c, true), a])?, self.sum([(c, false), b])?];
                Some(Measure::Least(Box::new(alternatives)))
            }
            Condition::Compare(op, a, b, wanted) => self.compare(op, a, b, wanted),
            Condition::FloatCompare(op, format, a, b, wanted) => {
                let predicate = float_predicate(op, wanted);
                Some(Measure::Float { predicate, format, a: self.slot(a)?, b: self.slot(b)? })
            }
            Condition::Bit(a, low, wanted) if is_sign(self.terms.pool.width(a), low) => {
                let number = self.terms.pool.extract(a, 0, u32::from(low) + 1);
                self.negative(number, wanted)
            }
            Condition::Bit(..) | Condition::Opaque(_) => {
                let (term, wanted) = self.terms.pool.literal((term, wanted));
                Some(Measure::Truth { slot: self.slot(term)?, wanted })
            }
        }
    }

    fn sum(&mut self, [a, b]: [Literal; 2]) -> Option<Measure> {
        Some(Measure::Sum(Box::new([self.measure(a.0, a.1)?, self.measure(b.0, b.1)?])))
    }

    /// The distance of `number < 0`, which the rewriting of terms makes the extraction of a bit.
    fn negative(&mut self, number: Term, wanted: bool) -> Option<Measure> {
        if let (Node::Ite(c, yes, no), true) = (self.terms.pool.node(number), self.choices > 0) {
            self.choices -= 1;
            let then = Measure::Sum(Box::new([self.measure(c, true)?, self.negative(yes, wanted)?]));
            let otherwise = Measure::Sum(Box::new([self.measure(c, false)?, self.negative(no, wanted)?]));
            return Some(Measure::Least(Box::new([then, otherwise])));
        }
        let width = self.terms.pool.width(number);
        let zero = self.terms.pool.constant(0, width);
        let (a, b) = (self.slot(number)?, self.slot(zero)?);
        Some(Measure::Int { predicate: sign_predicate(wanted), width: width as u8, a, b })
    }

    fn compare(&mut self, op: CompareOp, a: Term, b: Term, wanted: bool) -> Option<Measure> {
        for (choice, other, is_left) in [(a, b, true), (b, a, false)] {
            if let (Node::Ite(c, yes, no), true) = (self.terms.pool.node(choice), self.choices > 0) {
                self.choices -= 1;
                let mut alternative = |value: Term| {
                    let pool = &mut self.terms.pool;
                    if is_left { pool.compare(op, value, other) } else { pool.compare(op, other, value) }
                };
                let (yes, no) = (alternative(yes), alternative(no));
                let alternatives =
                    [self.sum([(c, true), (yes, wanted)])?, self.sum([(c, false), (no, wanted)])?];
                return Some(Measure::Least(Box::new(alternatives)));
            }
        }
        let width = self.terms.pool.width(a) as u8;
        let predicate = int_predicate(op, wanted);
        Some(Measure::Int { predicate, width, a: self.slot(a)?, b: self.slot(b)? })
    }

    fn slot(&mut self, term: Term) -> Option<Slot> {
        self.tape.compile(self.terms, term, self.computed, &mut self.fallible)
    }
}

impl Measure {
    /// The distance; finite, ≥ 0, and 0 exactly when the condition holds.
    pub(super) fn distance(&self, registers: &Registers) -> f64 {
        match self {
            Self::Int { predicate, width, a, b } => {
                let (a, b) = (u128::from(registers.bits(*a)), u128::from(registers.bits(*b)));
                int::distance(*predicate, u32::from(*width), a, b, true)
            }
            Self::Float { predicate, format, a, b } => {
                let value = |slot: Slot| trine_expr::float::to_f64(*format, registers.bits(slot).into());
                let (a, b) = (value(*a), value(*b));
                if float::holds(*predicate, a, b) { 0.0 } else { float::to_hold(*predicate, a, b) }
            }
            Self::Truth { slot, wanted } => {
                if (registers.bits(*slot) != 0) == *wanted {
                    0.0
                } else {
                    K
                }
            }
            Self::Fixed(distance) => *distance,
            Self::Sum(all) => {
                all.iter().map(|measure| measure.distance(registers)).sum::<f64>().min(f64::MAX)
            }
            Self::Least(all) => {
                all.iter().map(|measure| measure.distance(registers)).fold(f64::MAX, f64::min)
            }
        }
    }
}
