//! Terms as SMT-LIB 2 scripts, for logs and for other solvers.
//!
//! Every term becomes a definition of its own (`t12`), so that sharing survives. A float operation
//! declares the bits of its result and says what float they are; which bits a NaN has is left open,
//! as the theory leaves it.

mod reply;

pub use reply::{Reply, read_reply};

use crate::node::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, MathFunction, Node, Term,
    UnaryOp,
};
use crate::pool::TermPool;
use std::fmt::Write as _;

/// A term that SMT-LIB has no word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotExpressible(pub MathFunction);

impl std::fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` has no meaning in SMT-LIB", self.0.name())
    }
}

impl std::error::Error for NotExpressible {}

impl TermPool {
    /// A script that asks whether all of `assertions` can hold, and for values of the variables.
    ///
    /// Variables are named `x0`, `x1`, … by their position in the pool; each has a comment with its
    /// own name.
    ///
    /// # Errors
    /// When a term holds a function of the mathematical library.
    pub fn script(&self, assertions: &[Term]) -> Result<String, NotExpressible> {
        let mut text = String::from("(set-option :produce-models true)\n(set-logic ALL)\n");
        for term in self.graph(assertions) {
            self.define(term, &mut text)?;
        }
        for &assertion in assertions {
            let _ = writeln!(text, "(assert (= {assertion} #b1))");
        }
        text.push_str("(check-sat)\n");
        let variables = self.variables_of(assertions);
        if !variables.is_empty() {
            text.push_str("(get-value (");
            variables.iter().for_each(|variable| {
                let _ = write!(text, "{variable} ");
            });
            text.push_str("))\n");
        }
        Ok(text)
    }

    fn define(&self, term: Term, out: &mut String) -> Result<(), NotExpressible> {
        let width = self.width(term);
        let body = match self.node(term) {
            Node::Variable(variable) => {
                let name = self.variables()[variable].name.replace('\n', " ");
                let _ = writeln!(out, "(declare-const {variable} (_ BitVec {width})) ; {name}");
                variable.to_string()
            }
            Node::Constant(bits) => format!("(_ bv{bits} {width})"),
            Node::Unary(UnaryOp::Not, a) => format!("(bvnot {a})"),
            Node::Unary(UnaryOp::Neg, a) => format!("(bvneg {a})"),
            Node::Binary(op, a, b) => format!("({} {a} {b})", binary_name(op)),
            Node::Compare(op, a, b) => format!("(ite ({} {a} {b}) #b1 #b0)", compare_name(op)),
            Node::Ite(c, a, b) => format!("(ite (= {c} #b1) {a} {b})"),
            Node::Extract(a, low) => format!("((_ extract {} {low}) {a})", u32::from(low) + width - 1),
            Node::Concat(a, b) => format!("(concat {a} {b})"),
            Node::ZeroExtend(a) => format!("((_ zero_extend {}) {a})", width - self.width(a)),
            Node::SignExtend(a) => format!("((_ sign_extend {}) {a})", width - self.width(a)),
            Node::Lookup(index, table) => self.choices(index, self.table(table)),
            Node::FloatCompare(op, format, a, b) => {
                format!("(ite {} #b1 #b0)", float_compare(op, &float(format, a), &float(format, b)))
            }
            Node::FloatToInt(from, a) => float_to_int(from, width, a),
            Node::FloatBinary(FloatBinaryOp::Min, f, a, b) => choose(FloatCompareOp::Lt, f, a, b),
            Node::FloatBinary(FloatBinaryOp::Max, f, a, b) => {
                let (x, y) = (float(f, a), float(f, b));
                format!("(ite (or (fp.isNaN {x}) (fp.gt {y} {x})) {b} {a})")
            }
            node => {
                let (format, value) = self.float_value(node)?;
                let _ = writeln!(out, "(declare-const {term} (_ BitVec {width}))");
                let _ = writeln!(out, "(assert (= {} {value}))", float(format, term));
                return Ok(());
            }
        };
        let _ = writeln!(out, "(define-fun {term} () (_ BitVec {width}) {body})");
        Ok(())
    }

    /// Nested choices; the last element stands for all positions beyond.
    fn choices(&self, index: Term, elements: &[Term]) -> String {
        let width = self.width(index);
        let mut text = String::new();
        for (at, element) in elements[..elements.len() - 1].iter().enumerate() {
            let _ = write!(text, "(ite (= {index} (_ bv{at} {width})) {element} ");
        }
        let _ = write!(text, "{}", elements[elements.len() - 1]);
        text.push_str(&")".repeat(elements.len() - 1));
        text
    }

    fn float_value(&self, node: Node) -> Result<(Format, String), NotExpressible> {
        Ok(match node {
            Node::FloatUnary(op, format, a) => {
                let a = float(format, a);
                let text = match op {
                    FloatUnaryOp::Sqrt => format!("(fp.sqrt RNE {a})"),
                    FloatUnaryOp::Floor => format!("(fp.roundToIntegral RTN {a})"),
                    FloatUnaryOp::Ceil => format!("(fp.roundToIntegral RTP {a})"),
                    FloatUnaryOp::Trunc => format!("(fp.roundToIntegral RTZ {a})"),
                    FloatUnaryOp::Round => format!("(fp.roundToIntegral RNA {a})"),
                    FloatUnaryOp::RoundEven => format!("(fp.roundToIntegral RNE {a})"),
                };
                (format, text)
            }
            Node::FloatBinary(op, format, a, b) => {
                (format, float_binary(op, &float(format, a), &float(format, b)))
            }
            Node::FloatFma(format, a, b, c) => {
                let [a, b, c] = [a, b, c].map(|term| float(format, term));
                (format, format!("(fp.fma RNE {a} {b} {c})"))
            }
            Node::FloatConvert(from, to, a) => (to, format!("({} RNE {})", to_fp(to), float(from, a))),
            Node::IntToFloat(true, to, a) => (to, format!("({} RNE {a})", to_fp(to))),
            Node::IntToFloat(false, to, a) => {
                (to, format!("({} RNE {a})", to_fp(to).replace("to_fp", "to_fp_unsigned")))
            }
            Node::Math(function, ..) => return Err(NotExpressible(function)),
            _ => (Format::F64, String::new()),
        })
    }
}

fn to_fp(format: Format) -> String {
    format!("(_ to_fp {} {})", format.exponent_bits(), format.fraction_bits() + 1)
}

/// The float that a term's bits are.
fn float(format: Format, term: Term) -> String {
    format!("({} {term})", to_fp(format))
}

/// C's `fmod` out of IEEE's remainder: exact, with the sign of the dividend.
fn float_binary(op: FloatBinaryOp, a: &str, b: &str) -> String {
    match op {
        FloatBinaryOp::Add => format!("(fp.add RNE {a} {b})"),
        FloatBinaryOp::Sub => format!("(fp.sub RNE {a} {b})"),
        FloatBinaryOp::Mul => format!("(fp.mul RNE {a} {b})"),
        FloatBinaryOp::Div => format!("(fp.div RNE {a} {b})"),
        _ => {
            let rest = format!("(fp.rem (fp.abs {a}) (fp.abs {b}))");
            let positive = format!("(ite (fp.isNegative r) (fp.abs (fp.add RNE r (fp.abs {b}))) (fp.abs r))");
            format!(
                "(let ((r {rest})) (let ((p (ite (fp.isZero r) (fp.abs r) {positive}))) \
                 (ite (fp.isNegative {a}) (fp.neg p) p)))"
            )
        }
    }
}

/// The smaller of two floats, or the other one when one is NaN.
fn choose(op: FloatCompareOp, format: Format, a: Term, b: Term) -> String {
    let (x, y) = (float(format, a), float(format, b));
    let before = float_compare(op, &y, &x);
    format!("(ite (or (fp.isNaN {x}) {before}) {b} {a})")
}

fn float_compare(op: FloatCompareOp, a: &str, b: &str) -> String {
    match op {
        FloatCompareOp::Eq => format!("(fp.eq {a} {b})"),
        FloatCompareOp::Lt => format!("(fp.lt {a} {b})"),
        FloatCompareOp::Le => format!("(fp.leq {a} {b})"),
        FloatCompareOp::Unordered => format!("(or (fp.isNaN {a}) (fp.isNaN {b}))"),
    }
}

fn float_to_int(from: Format, width: u32, a: Term) -> String {
    let limit = crate::float::from_f64(from, 2f64.powi(width as i32 - 1));
    let negative = crate::float::from_f64(from, -(2f64.powi(width as i32 - 1)));
    let constant = |bits: u128| format!("({} (_ bv{bits} {}))", to_fp(from), from.bits());
    let least = 1u128 << (width - 1);
    format!(
        "(let ((y (fp.roundToIntegral RTZ {}))) (ite (and (fp.geq y {}) (fp.lt y {})) \
         ((_ fp.to_sbv {width}) RTZ y) (_ bv{least} {width})))",
        float(from, a),
        constant(negative),
        constant(limit)
    )
}

fn compare_name(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ult => "bvult",
        CompareOp::Slt => "bvslt",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
    }
}
