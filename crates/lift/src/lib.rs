//! Operations of the IR as terms.
//!
//! Each function gives the term of a result, given the terms of the operands, or `None` where there is no
//! term for it: x87 floats, integers beyond 64 bits as floats. Who executes symbolically decides what that
//! means: a concolic run goes on with the concrete value, a static one with an unknown.
//!
//! Knows the IR's operations and terms, and nothing of runs, memory or control flow.

use trine_expr::{
    BinaryOp as Op, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, Term, TermPool, UnaryOp,
};
use trine_ir::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Intrinsic, Type};

/// The format of a float type that terms handle.
pub fn format_of(ty: Type) -> Option<Format> {
    match ty {
        Type::F32 => Some(Format::F32),
        Type::F64 => Some(Format::F64),
        _ => None,
    }
}

/// `op(a, b)` on operands of type `ty`.
pub fn binary(pool: &mut TermPool, op: BinaryOp, ty: Type, a: Term, b: Term) -> Option<Term> {
    let integer = match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::UDiv => Op::UDiv,
        BinaryOp::SDiv => Op::SDiv,
        BinaryOp::URem => Op::URem,
        BinaryOp::SRem => Op::SRem,
        BinaryOp::And => Op::And,
        BinaryOp::Or => Op::Or,
        BinaryOp::Xor => Op::Xor,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::LShr => Op::LShr,
        BinaryOp::AShr => Op::AShr,
        BinaryOp::ShlMask | BinaryOp::LShrMask | BinaryOp::AShrMask => {
            let mask = pool.constant(u128::from(ty.bits() - 1), ty.bits());
            let amount = pool.and(b, mask);
            let shift = match op {
                BinaryOp::ShlMask => Op::Shl,
                BinaryOp::LShrMask => Op::LShr,
                _ => Op::AShr,
            };
            return Some(pool.binary(shift, a, amount));
        }
        BinaryOp::SDivWrap | BinaryOp::SRemWrap => return Some(wrapping_quotient(pool, op, ty, a, b)),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            return float_binary(pool, op, format_of(ty)?, a, b);
        }
    };
    Some(pool.binary(integer, a, b))
}

/// The quotient of the least number by -1 is that number again, its remainder 0.
fn wrapping_quotient(pool: &mut TermPool, op: BinaryOp, ty: Type, a: Term, b: Term) -> Term {
    let width = ty.bits();
    let minus_one = pool.constant(u128::MAX >> (128 - width), width);
    let by_minus_one = pool.equal(b, minus_one);
    let one = pool.constant(1, width);
    // Whatever the processor would do, no division by -1 is asked for.
    let divisor = pool.ite(by_minus_one, one, b);
    if op == BinaryOp::SDivWrap {
        let (opposite, quotient) = (pool.unary(UnaryOp::Neg, a), pool.binary(Op::SDiv, a, divisor));
        pool.ite(by_minus_one, opposite, quotient)
    } else {
        // Modulo 1, too, nothing is left.
        pool.binary(Op::SRem, a, divisor)
    }
}

fn float_binary(pool: &mut TermPool, op: BinaryOp, format: Format, a: Term, b: Term) -> Option<Term> {
    let minus_zero = 1 << (format.bits() - 1);
    let op = match op {
        BinaryOp::FAdd => FloatBinaryOp::Add,
        // The machine negates by subtracting from -0: only the sign changes.
        BinaryOp::FSub if pool.as_constant(a) == Some(minus_zero) => return Some(pool.float_neg(format, b)),
        BinaryOp::FSub => FloatBinaryOp::Sub,
        BinaryOp::FMul => FloatBinaryOp::Mul,
        BinaryOp::FDiv => FloatBinaryOp::Div,
        _ => FloatBinaryOp::Rem,
    };
    Some(pool.float_binary(op, format, a, b))
}

/// `a predicate b`, one bit; both of one width.
pub fn int_compare(pool: &mut TermPool, predicate: IntPredicate, a: Term, b: Term) -> Term {
    use IntPredicate as P;
    let (op, swapped, negated) = match predicate {
        P::Eq => (CompareOp::Eq, false, false),
        P::Ne => (CompareOp::Eq, false, true),
        P::Ult => (CompareOp::Ult, false, false),
        P::Uge => (CompareOp::Ult, false, true),
        P::Ugt => (CompareOp::Ult, true, false),
        P::Ule => (CompareOp::Ult, true, true),
        P::Slt => (CompareOp::Slt, false, false),
        P::Sge => (CompareOp::Slt, false, true),
        P::Sgt => (CompareOp::Slt, true, false),
        P::Sle => (CompareOp::Slt, true, true),
    };
    let term = if swapped { pool.compare(op, b, a) } else { pool.compare(op, a, b) };
    if negated { pool.not(term) } else { term }
}

/// `a predicate b`, one bit.
pub fn float_compare(
    pool: &mut TermPool,
    predicate: FloatPredicate,
    format: Format,
    a: Term,
    b: Term,
) -> Term {
    use FloatCompareOp as C;
    use FloatPredicate as P;
    let mut holds = |op, x, y| pool.float_compare(op, format, x, y);
    match predicate {
        P::False => pool.boolean(false),
        P::True => pool.boolean(true),
        P::Oeq => holds(C::Eq, a, b),
        P::Olt => holds(C::Lt, a, b),
        P::Ogt => holds(C::Lt, b, a),
        P::Ole => holds(C::Le, a, b),
        P::Oge => holds(C::Le, b, a),
        P::Uno => holds(C::Unordered, a, b),
        P::One => {
            let (less, more) = (holds(C::Lt, a, b), holds(C::Lt, b, a));
            pool.or(less, more)
        }
        P::Une | P::Ult | P::Ugt | P::Ule | P::Uge | P::Ueq | P::Ord => {
            let opposite = match predicate {
                P::Une => P::Oeq,
                P::Ult => P::Oge,
                P::Ugt => P::Ole,
                P::Ule => P::Ogt,
                P::Uge => P::Olt,
                P::Ueq => P::One,
                _ => P::Uno,
            };
            let term = float_compare(pool, opposite, format, a, b);
            pool.not(term)
        }
    }
}

/// `a`, of type `from`, converted to `to`.
pub fn cast(pool: &mut TermPool, op: CastOp, from: Type, to: Type, a: Term) -> Option<Term> {
    let width = to.bits();
    Some(match op {
        CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt => pool.resize(a, width),
        CastOp::SExt => pool.sign_extend(a, width),
        CastOp::Bitcast => a,
        CastOp::FpTrunc | CastOp::FpExt => pool.float_convert(format_of(from)?, format_of(to)?, a),
        CastOp::SiToFp | CastOp::UiToFp if from.bits() <= 64 => {
            pool.int_to_float(op == CastOp::SiToFp, format_of(to)?, a)
        }
        CastOp::FpToSi => to_signed(pool, format_of(from)?, a, width)?,
        CastOp::FpToUi => to_unsigned(pool, format_of(from)?, a, width)?,
        CastOp::SiToFp | CastOp::UiToFp => return None,
    })
}

/// As x86-64 does it: through 32 bits up to 32, through 64 bits up to 64.
fn to_signed(pool: &mut TermPool, from: Format, a: Term, width: u32) -> Option<Term> {
    let through = match width {
        0..=32 => 32,
        33..=64 => 64,
        _ => return None,
    };
    let whole = pool.float_to_int(from, a, through);
    Some(pool.extract(whole, 0, width))
}

fn to_unsigned(pool: &mut TermPool, from: Format, a: Term, width: u32) -> Option<Term> {
    match width {
        0..=31 => to_signed(pool, from, a, width),
        32..=63 => {
            let whole = pool.float_to_int(from, a, 64);
            Some(pool.extract(whole, 0, width))
        }
        64 => {
            // low | high & (low >> 63), where high converts a - 2^63.
            let low = pool.float_to_int(from, a, 64);
            let limit =
                pool.constant(trine_expr::float::from_f64(from, 9_223_372_036_854_775_808.0), from.bits());
            let shifted = pool.float_binary(FloatBinaryOp::Sub, from, a, limit);
            let high = pool.float_to_int(from, shifted, 64);
            let sign = pool.extract(low, 63, 1);
            let mask = pool.sign_extend(sign, 64);
            let high = pool.and(high, mask);
            Some(pool.or(low, high))
        }
        _ => None,
    }
}

/// The first result of an intrinsic, given all its operands, whose type is `ty`.
pub fn intrinsic(pool: &mut TermPool, intrinsic: Intrinsic, ty: Type, operands: &[Term]) -> Option<Term> {
    use Intrinsic as I;
    let a = *operands.first()?;
    let b = operands.get(1).copied().unwrap_or(a);
    let width = ty.bits();
    Some(match intrinsic {
        I::CountOnes => count_ones(pool, a),
        I::LeadingZeros | I::LeadingZerosOfNonzero => zeros(pool, a, true),
        I::TrailingZeros | I::TrailingZerosOfNonzero => zeros(pool, a, false),
        I::ByteSwap => reversed(pool, a, 8),
        I::BitReverse => reversed(pool, a, 1),
        I::FunnelShl | I::FunnelShr => return funnel(pool, intrinsic == I::FunnelShl, operands),
        I::SAddOverflow | I::UAddOverflow => pool.binary(Op::Add, a, b),
        I::SSubOverflow | I::USubOverflow => pool.binary(Op::Sub, a, b),
        I::SMulOverflow | I::UMulOverflow => pool.binary(Op::Mul, a, b),
        I::Abs => {
            let (negative, opposite) = (pool.extract(a, width - 1, 1), pool.unary(UnaryOp::Neg, a));
            pool.ite(negative, opposite, a)
        }
        I::SMax | I::UMax | I::SMin | I::UMin => {
            let op = if matches!(intrinsic, I::SMax | I::SMin) { CompareOp::Slt } else { CompareOp::Ult };
            let less = pool.compare(op, a, b);
            if matches!(intrinsic, I::SMax | I::UMax) { pool.ite(less, b, a) } else { pool.ite(less, a, b) }
        }
        I::FAbs => pool.float_abs(format_of(ty)?, a),
        I::Sqrt => pool.float_unary(FloatUnaryOp::Sqrt, format_of(ty)?, a),
        I::Floor => pool.float_unary(FloatUnaryOp::Floor, format_of(ty)?, a),
        I::Ceil => pool.float_unary(FloatUnaryOp::Ceil, format_of(ty)?, a),
        I::FTrunc => pool.float_unary(FloatUnaryOp::Trunc, format_of(ty)?, a),
        I::Round => pool.float_unary(FloatUnaryOp::Round, format_of(ty)?, a),
        I::RoundEven => pool.float_unary(FloatUnaryOp::RoundEven, format_of(ty)?, a),
        I::CopySign => {
            let (magnitude, sign) = (pool.extract(a, 0, width - 1), pool.extract(b, width - 1, 1));
            pool.concat(sign, magnitude)
        }
        I::FusedMulAdd => pool.float_fma(format_of(ty)?, a, b, *operands.get(2)?),
        I::FMin => pool.float_binary(FloatBinaryOp::Min, format_of(ty)?, a, b),
        I::FMax => pool.float_binary(FloatBinaryOp::Max, format_of(ty)?, a, b),
        _ => return None,
    })
}

/// Whether checked arithmetic leaves the range of its operands; `None` where the exact result has no term.
pub fn overflow(pool: &mut TermPool, intrinsic: Intrinsic, a: Term, b: Term) -> Option<Term> {
    use Intrinsic as I;
    let width = pool.width(a);
    let (op, is_signed) = match intrinsic {
        I::SAddOverflow => (Op::Add, true),
        I::UAddOverflow => (Op::Add, false),
        I::SSubOverflow => (Op::Sub, true),
        I::USubOverflow => return Some(pool.compare(CompareOp::Ult, a, b)),
        I::SMulOverflow => (Op::Mul, true),
        I::UMulOverflow => (Op::Mul, false),
        _ => return None,
    };
    // Wide enough for the exact result.
    let wide = if op == Op::Mul { 2 * width } else { width + 1 };
    if wide > 128 {
        return None;
    }
    let mut extend =
        |term, to| if is_signed { pool.sign_extend(term, to) } else { pool.zero_extend(term, to) };
    let (x, y) = (extend(a, wide), extend(b, wide));
    let exact = pool.binary(op, x, y);
    let cut = pool.extract(exact, 0, width);
    let again = if is_signed { pool.sign_extend(cut, wide) } else { pool.zero_extend(cut, wide) };
    let fits = pool.equal(exact, again);
    Some(pool.not(fits))
}

fn count_ones(pool: &mut TermPool, a: Term) -> Term {
    let width = pool.width(a);
    let mut sum = pool.constant(0, width);
    for at in 0..width {
        let bit = pool.extract(a, at, 1);
        let bit = pool.zero_extend(bit, width);
        sum = pool.binary(Op::Add, sum, bit);
    }
    sum
}

/// Zeros above the highest one, or below the lowest.
fn zeros(pool: &mut TermPool, a: Term, leading: bool) -> Term {
    let width = pool.width(a);
    let mut count = pool.constant(u128::from(width), width);
    for place in 0..width {
        // The bit looked at last wins.
        let at = if leading { place } else { width - 1 - place };
        let bit = pool.extract(a, at, 1);
        let zeros = if leading { width - 1 - at } else { at };
        let zeros = pool.constant(u128::from(zeros), width);
        count = pool.ite(bit, zeros, count);
    }
    count
}

/// The groups of `size` bits in reverse order.
fn reversed(pool: &mut TermPool, a: Term, size: u32) -> Term {
    let groups = pool.width(a) / size;
    let mut result = pool.extract(a, 0, size);
    for at in 1..groups {
        let group = pool.extract(a, at * size, size);
        result = pool.concat(result, group);
    }
    result
}

fn funnel(pool: &mut TermPool, left: bool, operands: &[Term]) -> Option<Term> {
    let &[high, low, amount] = operands else { return None };
    let width = pool.width(high);
    let modulus = pool.constant(u128::from(width), width);
    let amount = pool.binary(Op::URem, amount, modulus);
    let rest = pool.binary(Op::Sub, modulus, amount);
    // A shift by the whole width gives zero, as it should.
    let (up, down) = if left { (amount, rest) } else { (rest, amount) };
    let (above, below) = (pool.binary(Op::Shl, high, up), pool.binary(Op::LShr, low, down));
    Some(pool.or(above, below))
}
