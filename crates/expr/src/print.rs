//! Terms as S-expressions, for people.

use crate::evaluate::signed;
use crate::node::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, Node, Term, UnaryOp,
};
use crate::pool::TermPool;
use std::fmt::Write as _;

/// Deepest nesting that is written out.
const DEPTH: u32 = 64;

impl TermPool {
    /// The term as text: `(+ x 4)`. Numbers of more than one bit are signed; shared parts are
    /// repeated, and what is nested deeper than 64 levels is `…`.
    #[must_use]
    pub fn show(&self, term: Term) -> String {
        let mut text = String::new();
        self.write(term, DEPTH, &mut text);
        text
    }

    fn write(&self, term: Term, depth: u32, out: &mut String) {
        let width = self.width(term);
        let head = match self.node(term) {
            Node::Constant(bits) if width == 1 => {
                out.push_str(if bits == 1 { "true" } else { "false" });
                return;
            }
            Node::Constant(bits) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{}", signed(bits, width));
                return;
            }
            Node::Variable(variable) => {
                out.push_str(&self.variables()[variable].name);
                return;
            }
            _ if depth == 0 => {
                out.push('…');
                return;
            }
            node => self.operator(node, width),
        };
        out.push('(');
        out.push_str(&head);
        self.node(term).for_each_child(|child| {
            out.push(' ');
            self.write(child, depth - 1, out);
        });
        out.push(')');
    }

    fn operator(&self, node: Node, width: u32) -> String {
        match node {
            Node::Unary(UnaryOp::Not, _) => "not".to_owned(),
            Node::Unary(UnaryOp::Neg, _) => "-".to_owned(),
            Node::Binary(op, ..) => binary_name(op).to_owned(),
            Node::Compare(CompareOp::Eq, ..) => "=".to_owned(),
            Node::Compare(CompareOp::Ult, ..) => "<u".to_owned(),
            Node::Compare(CompareOp::Slt, ..) => "<".to_owned(),
            Node::Ite(..) => "if".to_owned(),
            Node::Extract(_, low) => format!("bits{}..{}", low, u32::from(low) + width),
            Node::Concat(..) => "concat".to_owned(),
            Node::ZeroExtend(_) => format!("zext{width}"),
            Node::SignExtend(_) => format!("sext{width}"),
            Node::Lookup(_, table) => format!("{table}[{}]", self.table(table).len()),
            Node::FloatUnary(op, format, _) => {
                let name = match op {
                    FloatUnaryOp::Sqrt => "sqrt",
                    FloatUnaryOp::Floor => "floor",
                    FloatUnaryOp::Ceil => "ceil",
                    FloatUnaryOp::Trunc => "trunc",
                    FloatUnaryOp::Round => "round",
                    FloatUnaryOp::RoundEven => "rint",
                };
                format!("{name}.{}", format_name(format))
            }
            Node::FloatBinary(op, format, ..) => {
                let name = match op {
                    FloatBinaryOp::Add => "+",
                    FloatBinaryOp::Sub => "-",
                    FloatBinaryOp::Mul => "*",
                    FloatBinaryOp::Div => "/",
                    FloatBinaryOp::Rem => "fmod",
                    FloatBinaryOp::Min => "fmin",
                    FloatBinaryOp::Max => "fmax",
                };
                format!("{name}.{}", format_name(format))
            }
            Node::FloatCompare(op, format, ..) => {
                let name = match op {
                    FloatCompareOp::Eq => "=",
                    FloatCompareOp::Lt => "<",
                    FloatCompareOp::Le => "<=",
                    FloatCompareOp::Unordered => "unordered",
                };
                format!("{name}.{}", format_name(format))
            }
            Node::FloatFma(format, ..) => format!("fma.{}", format_name(format)),
            Node::FloatConvert(_, to, _) => format!("to.{}", format_name(to)),
            Node::IntToFloat(true, to, _) => format!("from_int.{}", format_name(to)),
            Node::IntToFloat(false, to, _) => format!("from_uint.{}", format_name(to)),
            Node::FloatToInt(..) => format!("to_int{width}"),
            Node::Math(function, ..) => function.name().to_owned(),
            Node::Constant(_) | Node::Variable(_) => String::new(),
        }
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::F32 => "f32",
        Format::F64 => "f64",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv => "/u",
        BinaryOp::SDiv => "/",
        BinaryOp::URem => "%u",
        BinaryOp::SRem => "%",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr => ">>u",
        BinaryOp::AShr => ">>",
    }
}
