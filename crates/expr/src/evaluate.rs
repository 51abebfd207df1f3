//! The value of a term under an assignment of its variables.

pub use crate::bits::{mask, signed};
use crate::float;
use crate::node::{BinaryOp, CompareOp, Node, Term, UnaryOp, VariableId};
use crate::pool::TermPool;
use std::sync::Arc;

/// Parts of a term that are computed again for each mention before a [`Tape`](crate::Tape) is made of it.
const MAX_VISITS: u32 = 32;

/// Values of variables: bits, zero-extended. Variables beyond its end are zero.
///
/// A clone costs nothing until one of the two is changed: inputs of programs can be a hundred thousand values, and a
/// question passes through many hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: Arc<Vec<u128>>,
}

impl Assignment {
    /// All variables zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `variable`.
    #[must_use]
    pub fn get(&self, variable: VariableId) -> u128 {
        self.values.get(variable.0 as usize).copied().unwrap_or(0)
    }

    /// Sets the value of `variable`, zero-extended bits of its width.
    pub fn set(&mut self, variable: VariableId, bits: u128) {
        let at = variable.0 as usize;
        let values = Arc::make_mut(&mut self.values);
        if at >= values.len() {
            values.resize(at + 1, 0);
        }
        values[at] = bits;
    }
}

/// `op(a)` on `width` bits.
#[inline]
#[must_use]
pub fn unary(op: UnaryOp, width: u32, a: u128) -> u128 {
    mask(width)
        & match op {
            UnaryOp::Not => !a,
            UnaryOp::Neg => a.wrapping_neg(),
        }
}

/// `op(a, b)` on `width` bits.
#[inline]
#[must_use]
pub fn binary(op: BinaryOp, width: u32, a: u128, b: u128) -> u128 {
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv => {
            let (x, y) = (signed(a, width), signed(b, width));
            if y == 0 { if x < 0 { 1 } else { u128::MAX } } else { x.wrapping_div(y) as u128 }
        }
        BinaryOp::SRem => {
            let (x, y) = (signed(a, width), signed(b, width));
            if y == 0 { a } else { x.wrapping_rem(y) as u128 }
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b < u128::from(width) => a << b,
        BinaryOp::LShr if b < u128::from(width) => a >> b,
        BinaryOp::Shl | BinaryOp::LShr => 0,
        BinaryOp::AShr => (signed(a, width) >> b.min(u128::from(width) - 1)) as u128,
    };
    result & mask(width)
}

/// Whether `op(a, b)` holds on `width` bits.
#[inline]
#[must_use]
pub fn compare(op: CompareOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Slt => signed(a, width) < signed(b, width),
    }
}

impl TermPool {
    /// The value of `term` under `assignment`.
    ///
    /// Linear in the size of the term's graph; whoever evaluates one term often compiles it to a
    /// [`Tape`](crate::Tape).
    #[must_use]
    pub fn evaluate(&self, term: Term, assignment: &Assignment) -> u128 {
        let mut visits = MAX_VISITS;
        let value = self.value_within(term, assignment, &mut visits);
        if visits > 0 { value } else { crate::Tape::new(self, &[term]).evaluate(assignment)[0] }
    }

    /// Whether all of `terms`, each of one bit, are true under `assignment`.
    ///
    /// Small terms are walked as they are, which costs no memory; the rest share a [`Tape`](crate::Tape).
    #[must_use]
    pub fn all_hold(&self, terms: &[Term], assignment: &Assignment) -> bool {
        for (at, &term) in terms.iter().enumerate() {
            let mut visits = MAX_VISITS;
            let value = self.value_within(term, assignment, &mut visits);
            if visits == 0 {
                let mut tape = crate::Tape::new(self, &terms[at..]);
                return tape.evaluate(assignment).iter().all(|&value| value == 1);
            }
            if value != 1 {
                return false;
            }
        }
        true
    }

    /// The value of `term`, its parts computed once for each mention. Takes one off `visits` for each, and gives
    /// nothing of use when none are left.
    fn value_within(&self, term: Term, assignment: &Assignment, visits: &mut u32) -> u128 {
        *visits = visits.saturating_sub(1);
        if *visits == 0 {
            return 0;
        }
        let (node, width) = (self.node(term), self.width(term));
        self.value_of(node, width, assignment, |child| self.value_within(child, assignment, visits))
    }

    /// The value of `node`, of `width` bits, given the values of its children.
    #[inline]
    pub(crate) fn value_of(
        &self,
        node: Node,
        width: u32,
        assignment: &Assignment,
        mut value: impl FnMut(Term) -> u128,
    ) -> u128 {
        match node {
            Node::Constant(bits) => bits,
            Node::Variable(variable) => assignment.get(variable) & mask(width),
            Node::Unary(op, a) => unary(op, width, value(a)),
            Node::Binary(op, a, b) => binary(op, width, value(a), value(b)),
            Node::Compare(op, a, b) => u128::from(compare(op, self.width(a), value(a), value(b))),
            Node::Ite(c, a, b) => {
                if value(c) != 0 {
                    value(a)
                } else {
                    value(b)
                }
            }
            Node::Extract(a, low) => value(a) >> low & mask(width),
            Node::Concat(a, b) => value(a) << self.width(b) | value(b),
            Node::ZeroExtend(a) => value(a),
            Node::SignExtend(a) => signed(value(a), self.width(a)) as u128 & mask(width),
            Node::Lookup(index, table) => {
                let elements = self.table(table);
                let last = elements.len() - 1;
                let at = usize::try_from(value(index)).map_or(last, |at| at.min(last));
                value(elements[at])
            }
            Node::FloatUnary(op, format, a) => float::unary(op, format, value(a)),
            Node::FloatBinary(op, format, a, b) => float::binary(op, format, value(a), value(b)),
            Node::FloatCompare(op, format, a, b) => {
                u128::from(float::compare(op, format, value(a), value(b)))
            }
            Node::FloatFma(format, a, b, c) => float::fma(format, value(a), value(b), value(c)),
            Node::FloatConvert(from, to, a) => float::convert(from, to, value(a)),
            Node::IntToFloat(is_signed, to, a) => float::from_int(is_signed, self.width(a), to, value(a)),
            Node::FloatToInt(from, a) => float::to_int(from, width, value(a)),
            Node::Math(function, format, a, b) => float::math(function, format, value(a), value(b)),
        }
    }
}
