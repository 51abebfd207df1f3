//! Conditions over the inputs in the notation of C, for people.
//!
//! ```text
//! (not (< a b))            a >= b
//! (= (+ a -3) b)           a - 3 == b
//! (<u a 10)                a <u 10        compared as unsigned numbers
//! ```
//!
//! Conversions between widths are not shown; what is nested too deeply is `…`. A hint of what a path asks for, not
//! something to be read back.

use trine_expr::evaluate::signed;
use trine_expr::{BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, Node, Term, TermPool, UnaryOp};

/// Deepest nesting that is written out.
const DEPTH: u32 = 10;
/// Longest text of one condition.
const MAX_CHARACTERS: usize = 160;

/// What `condition`, a term of one bit, asks of the inputs.
pub(super) fn condition(pool: &TermPool, condition: Term) -> String {
    let text = Words { pool }.bit(condition, true, DEPTH);
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

struct Words<'p> {
    pool: &'p TermPool,
}

impl Words<'_> {
    /// A truth value, or its opposite.
    fn bit(&self, term: Term, wanted: bool, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        match self.pool.node(term) {
            Node::Unary(UnaryOp::Not, a) => self.bit(a, !wanted, depth),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let sign = if (op == BinaryOp::And) == wanted { "&&" } else { "||" };
                format!("({} {sign} {})", self.bit(a, wanted, depth), self.bit(b, wanted, depth))
            }
            Node::Compare(op, a, b) => {
                let sign = match (op, wanted) {
                    (CompareOp::Eq, true) => "==",
                    (CompareOp::Eq, false) => "!=",
                    (CompareOp::Slt, true) => "<",
                    (CompareOp::Slt, false) => ">=",
                    (CompareOp::Ult, true) => "<u",
                    (CompareOp::Ult, false) => ">=u",
                };
                self.compared(sign, a, b, depth)
            }
            Node::FloatCompare(op, _, a, b) => self.float(op, a, b, wanted, depth),
            Node::Extract(a, low) if u32::from(low) + 1 == self.pool.width(a) => {
                format!("{} {} 0", self.number(a, depth), if wanted { "<" } else { ">=" })
            }
            Node::Constant(bit) => ((bit == 1) == wanted).to_string(),
            _ if wanted => self.number(term, depth),
            _ => format!("!{}", self.number(term, depth)),
        }
    }

    /// A comparison, the constant on the right.
    fn compared(&self, sign: &str, a: Term, b: Term, depth: u32) -> String {
        let turned = match sign {
            "<" => ">",
            ">=" => "<=",
            "<u" => ">u",
            ">=u" => "<=u",
            same => same,
        };
        let (x, y) = (self.number(a, depth), self.number(b, depth));
        match self.pool.as_constant(a) {
            Some(_) => format!("{y} {turned} {x}"),
            None => format!("{x} {sign} {y}"),
        }
    }

    fn float(&self, op: FloatCompareOp, a: Term, b: Term, wanted: bool, depth: u32) -> String {
        let sign = match op {
            FloatCompareOp::Eq => "==",
            FloatCompareOp::Lt => "<",
            FloatCompareOp::Le => "<=",
            FloatCompareOp::Unordered => "is unordered with",
        };
        let text = format!("{} {sign} {}", self.decimal(a, depth), self.decimal(b, depth));
        if wanted { text } else { format!("!({text})") }
    }

    /// An operand of a comparison of floats.
    fn decimal(&self, term: Term, depth: u32) -> String {
        match self.pool.as_constant(term) {
            Some(bits) => {
                let wide = self.pool.width(term) == 64;
                let value =
                    if wide { f64::from_bits(bits as u64) } else { f32::from_bits(bits as u32).into() };
                format!("{value:?}")
            }
            None => self.number(term, depth),
        }
    }

    fn number(&self, term: Term, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        match self.pool.node(term) {
            Node::Constant(bits) => signed(bits, self.pool.width(term)).to_string(),
            Node::Variable(variable) => self.pool.variables()[variable].name.clone(),
            Node::ZeroExtend(a) | Node::SignExtend(a) | Node::Extract(a, 0) => self.number(a, depth),
            Node::FloatConvert(_, _, a) | Node::IntToFloat(_, _, a) | Node::FloatToInt(_, a) => {
                self.number(a, depth)
            }
            Node::Unary(UnaryOp::Neg, a) => format!("-{}", self.number(a, depth)),
            Node::Unary(UnaryOp::Not, a) => format!("~{}", self.number(a, depth)),
            Node::Binary(op, a, b) => self.binary(op, a, b, depth),
            Node::FloatBinary(op, _, a, b) => {
                let (a, b) = (self.decimal(a, depth), self.decimal(b, depth));
                match op {
                    FloatBinaryOp::Add => format!("({a} + {b})"),
                    FloatBinaryOp::Sub => format!("({a} - {b})"),
                    FloatBinaryOp::Mul => format!("{a} * {b}"),
                    FloatBinaryOp::Div => format!("{a} / {b}"),
                    FloatBinaryOp::Rem => format!("fmod({a}, {b})"),
                    FloatBinaryOp::Min => format!("fmin({a}, {b})"),
                    FloatBinaryOp::Max => format!("fmax({a}, {b})"),
                }
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.number(a, depth), self.number(b, depth));
                format!("({} ? {a} : {b})", self.bit(c, true, depth))
            }
            Node::Compare(..) | Node::FloatCompare(..) => self.bit(term, true, depth),
            _ => self.pool.show(term),
        }
    }

    fn binary(&self, op: BinaryOp, a: Term, b: Term, depth: u32) -> String {
        let sign = match op {
            BinaryOp::Add => {
                for (sum, constant) in [(a, b), (b, a)] {
                    let bits = self.pool.as_constant(constant);
                    let value = bits.map(|bits| signed(bits, self.pool.width(constant)));
                    if let Some(value) = value.filter(|&value| value < 0 && value > i128::MIN) {
                        return format!("({} - {})", self.number(sum, depth), -value);
                    }
                }
                "+"
            }
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::SDiv => "/",
            BinaryOp::UDiv => "/u",
            BinaryOp::SRem => "%",
            BinaryOp::URem => "%u",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::LShr => ">>u",
            BinaryOp::AShr => ">>",
        };
        format!("({} {sign} {})", self.number(a, depth), self.number(b, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_like_c() {
        let mut pool = TermPool::new();
        let (a, b) = (pool.variable("a", 32), pool.variable("b", 32));
        let (three, ten) = (pool.constant(3, 32), pool.constant(10, 32));
        let less = pool.compare(CompareOp::Slt, a, b);
        let at_least = pool.not(less);
        let unsigned = pool.compare(CompareOp::Ult, a, ten);
        let above = pool.compare(CompareOp::Slt, three, a);
        let both = pool.and(above, unsigned);
        let strings = [less, at_least, unsigned, above, both].map(|term| condition(&pool, term));
        assert_eq!(strings[..4], ["a < b", "a >= b", "a <u 10", "a > 3"]);
        assert!(strings[4].contains("a > 3") && strings[4].contains("&&"), "{}", strings[4]);
    }
}
