//! Terms to words of literals, each term once.

use super::gates::Gates;
use super::word::{Word, sign_extended, zero_extended};
use crate::sat::{Literal, SatSolver};
use rustc_hash::FxHashMap;
use std::time::Instant;
use trine_expr::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatUnaryOp, MathFunction, Node, Term, TermPool, UnaryOp, VariableId,
};

/// Why a term has no circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCircuit {
    /// No circuit computes this function.
    Function(MathFunction),
    /// It would have more gates than allowed.
    TooLarge,
    /// It was not complete in time.
    TimedOut,
}

/// How far a circuit may grow. One that was to grow further is of no use any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Growth {
    /// Gates in all, but for one; deterministic. A product of two words has thousands.
    pub gates: Option<usize>,
    /// A point in time, looked at after each term; not deterministic.
    pub deadline: Option<Instant>,
}

/// A circuit for the terms of one pool.
pub struct Blaster {
    gates: Gates,
    words: FxHashMap<Term, Word>,
    /// Quotient and remainder by operation kind and operands: both come from one circuit.
    divisions: FxHashMap<(bool, Term, Term), (Word, Word)>,
    growth: Growth,
}

impl Blaster {
    /// An empty circuit over `solver`, which has no clauses yet.
    #[must_use]
    pub fn new(solver: Box<dyn SatSolver>) -> Self {
        Self {
            gates: Gates::new(solver),
            words: FxHashMap::default(),
            divisions: FxHashMap::default(),
            growth: Growth::default(),
        }
    }

    /// Bounds what is built from now on.
    pub fn bound(&mut self, growth: Growth) {
        self.growth = growth;
        self.gates.bound(growth.gates.unwrap_or(usize::MAX));
    }

    /// The circuit.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// The literal of a term of one bit.
    ///
    /// # Errors
    /// When the term holds a function of the mathematical library, or the circuit may not grow that far.
    pub fn literal(&mut self, pool: &TermPool, term: Term) -> Result<Literal, NoCircuit> {
        Ok(self.word(pool, term)?[0])
    }

    /// The word of a term.
    ///
    /// # Errors
    /// When the term holds a function of the mathematical library, or the circuit may not grow that far.
    pub fn word(&mut self, pool: &TermPool, term: Term) -> Result<Word, NoCircuit> {
        for part in pool.graph(&[term]) {
            if !self.words.contains_key(&part) {
                let word = self.build(pool, part)?;
                debug_assert_eq!(word.len(), pool.width(part) as usize, "{}", pool.show(part));
                self.words.insert(part, word);
                self.check_growth()?;
            }
        }
        Ok(self.words[&term].clone())
    }

    fn check_growth(&self) -> Result<(), NoCircuit> {
        let Growth { gates, deadline } = self.growth;
        if gates.is_some_and(|most| self.gates.len() > most) {
            return Err(NoCircuit::TooLarge);
        }
        match deadline {
            Some(deadline) if Instant::now() >= deadline => Err(NoCircuit::TimedOut),
            _ => Ok(()),
        }
    }

    /// The value of a variable in the model found last; `None` when it has no circuit.
    #[must_use]
    pub fn value(&self, pool: &TermPool, variable: VariableId) -> Option<u128> {
        let word = self.words.get(&pool.term_of(variable))?;
        let bits = word.iter().enumerate();
        Some(bits.fold(0, |value, (at, &bit)| value | u128::from(self.gates.value(bit)) << at))
    }

    fn build(&mut self, pool: &TermPool, term: Term) -> Result<Word, NoCircuit> {
        let width = pool.width(term) as usize;
        let gates = &mut self.gates;
        let word = |child: Term| &self.words[&child];
        Ok(match pool.node(term) {
            Node::Constant(bits) => Gates::constant(bits, width),
            Node::Variable(_) => gates.inputs(width),
            Node::Unary(UnaryOp::Not, a) => Gates::not_word(word(a)),
            Node::Unary(UnaryOp::Neg, a) => gates.negate(word(a)),
            Node::Binary(op, a, b) => return Ok(self.binary(op, a, b)),
            Node::Compare(op, a, b) => {
                let (a, b) = (word(a), word(b));
                vec![match op {
                    CompareOp::Eq => gates.equal_words(a, b),
                    CompareOp::Ult => gates.below(a, b),
                    CompareOp::Slt => gates.less(a, b),
                }]
            }
            Node::Ite(c, a, b) => gates.choose_word(word(c)[0], word(a), word(b)),
            Node::Extract(a, low) => word(a)[low as usize..low as usize + width].to_vec(),
            Node::Concat(high, low) => [word(low).as_slice(), word(high)].concat(),
            Node::ZeroExtend(a) => zero_extended(word(a), width),
            Node::SignExtend(a) => sign_extended(word(a), width),
            Node::Lookup(index, table) => {
                let elements: Vec<_> =
                    pool.table(table).iter().map(|&element| word(element).clone()).collect();
                gates.select(word(index), &elements)
            }
            Node::FloatUnary(FloatUnaryOp::Sqrt, format, a) => gates.float_sqrt(format, word(a)),
            Node::FloatUnary(op, format, a) => gates.float_to_integral(op, format, word(a)),
            Node::FloatBinary(op, format, a, b) => {
                let (a, b) = (word(a), word(b));
                match op {
                    FloatBinaryOp::Add => gates.float_add(format, a, b),
                    FloatBinaryOp::Sub => gates.float_subtract(format, a, b),
                    FloatBinaryOp::Mul => gates.float_multiply(format, a, b),
                    FloatBinaryOp::Div => gates.float_divide(format, a, b),
                    FloatBinaryOp::Rem => gates.float_remainder(format, a, b),
                    FloatBinaryOp::Min => gates.float_min_max(true, format, a, b),
                    FloatBinaryOp::Max => gates.float_min_max(false, format, a, b),
                }
            }
            Node::FloatCompare(op, format, a, b) => vec![gates.float_compare(op, format, word(a), word(b))],
            Node::FloatFma(format, a, b, c) => gates.float_fma(format, word(a), word(b), word(c)),
            Node::FloatConvert(from, to, a) => gates.float_convert(from, to, word(a)),
            Node::IntToFloat(is_signed, to, a) => gates.int_to_float(is_signed, to, word(a)),
            Node::FloatToInt(from, a) => gates.float_to_int(from, word(a), width),
            Node::Math(function, ..) => return Err(NoCircuit::Function(function)),
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Word {
        let (x, y) = (self.words[&a].clone(), self.words[&b].clone());
        let gates = &mut self.gates;
        match op {
            BinaryOp::Add => gates.add(&x, &y),
            BinaryOp::Sub => gates.subtract(&x, &y).0,
            BinaryOp::Mul => gates.multiply(&x, &y),
            BinaryOp::And => gates.bitwise(&x, &y, Gates::and),
            BinaryOp::Or => gates.bitwise(&x, &y, Gates::or),
            BinaryOp::Xor => gates.bitwise(&x, &y, Gates::xor),
            BinaryOp::Shl => gates.shift_left(&x, &y),
            BinaryOp::LShr => gates.shift_right(&x, &y, Literal::FALSE),
            BinaryOp::AShr => gates.shift_right(&x, &y, x[x.len() - 1]),
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                let (quotient, remainder) = self.divisions.entry((is_signed, a, b)).or_insert_with(|| {
                    if is_signed { gates.divide_signed(&x, &y) } else { gates.divide(&x, &y) }
                });
                if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv) {
                    quotient.clone()
                } else {
                    remainder.clone()
                }
            }
        }
    }
}
