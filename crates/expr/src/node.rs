//! The nodes of terms.
//!
//! Few operations, so that every layer above handles all of them: what can be written with others
//! is (`a > b` is `b < a`, `a >= b` is `not (a < b)`, a shift by a constant is an extraction).
//! Semantics are those of SMT-LIB's theories of bit-vectors and floating-point numbers, but for two
//! points that follow the machine: a conversion of a float that does not fit gives 0x80…, and
//! divisions by zero are never built by a concolic run (the run ends in a fault before); their
//! value is SMT-LIB's.
//!
//! Steps to add an operation: a variant here and its children in [`Node::for_each_child`]; its
//! value in `evaluate.rs`; its constructor in `pool.rs` with the rewriting rules in `simplify/`; its
//! text in `print.rs` and `smtlib.rs`; its circuit in the solver.

use trine_base::typed_index;

typed_index! {
    /// A term of a pool.
    pub struct Term = "t"
}
typed_index! {
    /// A free variable of a pool.
    pub struct VariableId = "x"
}

/// A term's operation and operands. The width of the result is kept beside it, in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Bits, zero-extended.
    Constant(u128),
    /// A free variable.
    Variable(VariableId),
    /// Of the operand's width.
    Unary(UnaryOp, Term),
    /// Of the operands' width.
    Binary(BinaryOp, Term, Term),
    /// One bit.
    Compare(CompareOp, Term, Term),
    /// `if .0 then .1 else .2`; the condition is one bit.
    Ite(Term, Term, Term),
    /// Bits from `.1` upward, as many as the result is wide.
    Extract(Term, u8),
    /// `.0` above `.1`.
    Concat(Term, Term),
    /// Zeros above.
    ZeroExtend(Term),
    /// Copies of the highest bit above.
    SignExtend(Term),
    /// An element of a table, by position; positions beyond the last give the last.
    Lookup(Term, TableId),
    /// Float to float of the same format.
    FloatUnary(FloatUnaryOp, Format, Term),
    /// Floats to float of the same format, rounded to nearest even.
    FloatBinary(FloatBinaryOp, Format, Term, Term),
    /// One bit; false when an operand is not a number, but for `Unordered`.
    FloatCompare(FloatCompareOp, Format, Term, Term),
    /// `.1 * .2 + .3`, rounded once.
    FloatFma(Format, Term, Term, Term),
    /// A float of the first format as one of the second.
    FloatConvert(Format, Format, Term),
    /// A signed (`true`) or unsigned integer as a float, rounded to nearest even.
    IntToFloat(bool, Format, Term),
    /// A float truncated to a signed integer of the result's width (32 or 64); 0x80… when it does
    /// not fit or is not a number.
    FloatToInt(Format, Term),
    /// A function of the mathematical library; `.3` is its second argument, or the first again.
    Math(MathFunction, Format, Term, Term),
}

typed_index! {
    /// A table of elements that a term may select from.
    pub struct TableId = "table"
}

/// Operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Every bit inverted; logical negation of one bit.
    Not,
    /// Two's complement.
    Neg,
}

/// Operations of two operands of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named as in SMT-LIB, with the prefix `bv`
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// All ones when the divisor is zero.
    UDiv,
    /// 1 or -1, by the dividend's sign, when the divisor is zero.
    SDiv,
    /// The dividend when the divisor is zero.
    URem,
    /// Sign of the dividend; the dividend when the divisor is zero.
    SRem,
    And,
    Or,
    Xor,
    /// Zero for amounts of the width and more.
    Shl,
    /// Zero for amounts of the width and more.
    LShr,
    /// Copies of the sign for amounts of the width and more.
    AShr,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// Same bits.
    Eq,
    /// Unsigned less.
    Ult,
    /// Signed less.
    Slt,
}

/// An IEEE format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// binary32.
    F32,
    /// binary64.
    F64,
}

/// Float operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatUnaryOp {
    /// Square root, rounded to nearest even.
    Sqrt,
    /// To an integral value, down.
    Floor,
    /// To an integral value, up.
    Ceil,
    /// To an integral value, towards zero.
    Trunc,
    /// To an integral value, ties away from zero.
    Round,
    /// To an integral value, ties to even.
    RoundEven,
}

/// Float operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is named as in the IEEE standard
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`: exact, with the sign of the dividend.
    Rem,
    /// The other operand when one is not a number.
    Min,
    /// The other operand when one is not a number.
    Max,
}

/// Float comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatCompareOp {
    /// Equal numbers; both zeros are equal.
    Eq,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// One of them is not a number.
    Unordered,
}

/// Functions that only evaluation knows: no circuit, no theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is named as in math.h
pub enum MathFunction {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Cbrt,
    Pow,
    Atan2,
    Hypot,
}

impl MathFunction {
    /// The function with this name in `math.h`, for doubles.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        use MathFunction as F;
        Some(match name {
            "sin" => F::Sin,
            "cos" => F::Cos,
            "tan" => F::Tan,
            "asin" => F::Asin,
            "acos" => F::Acos,
            "atan" => F::Atan,
            "sinh" => F::Sinh,
            "cosh" => F::Cosh,
            "tanh" => F::Tanh,
            "asinh" => F::Asinh,
            "acosh" => F::Acosh,
            "atanh" => F::Atanh,
            "exp" => F::Exp,
            "exp2" => F::Exp2,
            "expm1" => F::Expm1,
            "log" => F::Log,
            "log2" => F::Log2,
            "log10" => F::Log10,
            "log1p" => F::Log1p,
            "cbrt" => F::Cbrt,
            "pow" => F::Pow,
            "atan2" => F::Atan2,
            "hypot" => F::Hypot,
            _ => return None,
        })
    }

    /// Its name in `math.h`, for doubles.
    #[must_use]
    pub fn name(self) -> &'static str {
        use MathFunction as F;
        match self {
            F::Sin => "sin",
            F::Cos => "cos",
            F::Tan => "tan",
            F::Asin => "asin",
            F::Acos => "acos",
            F::Atan => "atan",
            F::Sinh => "sinh",
            F::Cosh => "cosh",
            F::Tanh => "tanh",
            F::Asinh => "asinh",
            F::Acosh => "acosh",
            F::Atanh => "atanh",
            F::Exp => "exp",
            F::Exp2 => "exp2",
            F::Expm1 => "expm1",
            F::Log => "log",
            F::Log2 => "log2",
            F::Log10 => "log10",
            F::Log1p => "log1p",
            F::Cbrt => "cbrt",
            F::Pow => "pow",
            F::Atan2 => "atan2",
            F::Hypot => "hypot",
        }
    }
}

impl Format {
    /// Width in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }

    /// Bits of the exponent.
    #[must_use]
    pub fn exponent_bits(self) -> u32 {
        match self {
            Self::F32 => 8,
            Self::F64 => 11,
        }
    }

    /// Bits of the significand that are stored.
    #[must_use]
    pub fn fraction_bits(self) -> u32 {
        match self {
            Self::F32 => 23,
            Self::F64 => 52,
        }
    }
}

impl Node {
    /// Calls `visit` with each child, in order. Elements of tables are not among them: the pool
    /// knows them.
    pub fn for_each_child(self, mut visit: impl FnMut(Term)) {
        match self {
            Self::Constant(_) | Self::Variable(_) => {}
            Self::Unary(_, a)
            | Self::Extract(a, _)
            | Self::ZeroExtend(a)
            | Self::SignExtend(a)
            | Self::Lookup(a, _)
            | Self::FloatUnary(_, _, a)
            | Self::FloatConvert(_, _, a)
            | Self::IntToFloat(_, _, a)
            | Self::FloatToInt(_, a) => visit(a),
            Self::Binary(_, a, b)
            | Self::Compare(_, a, b)
            | Self::Concat(a, b)
            | Self::FloatBinary(_, _, a, b)
            | Self::FloatCompare(_, _, a, b)
            | Self::Math(_, _, a, b) => {
                visit(a);
                visit(b);
            }
            Self::Ite(a, b, c) | Self::FloatFma(_, a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }
}
