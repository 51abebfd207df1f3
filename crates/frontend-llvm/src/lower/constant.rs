//! Constants, folded as far as a linker could: bits, or an address plus bytes.
//!
//! Initializers and bodies share this evaluation. Source: LangRef, "Constant Expressions".
//! Deviation: the difference of two labels of one function is the difference of their block numbers; block
//! addresses count in steps of one.
//! Not handled: expressions that mix several addresses, vectors of addresses in expressions. Cost: linear.

use super::linked::{LinkedModule, Target};
use super::types::{self, Step};
use crate::ll::{self, BinaryOp, CastOp, ConstExpr, FloatBits, TypeId, TypedConstant};
use trine_ir::{Block, FuncId, GlobalId};

/// The value of one lane of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// Bits, zero above the width.
    Bits(u128),
    /// An address plus bytes.
    Address(Base, i64),
    /// Any value.
    Undef,
}

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A block of a function.
    Block(FuncId, Block),
}

type Evaluation<T> = Result<T, String>;

/// What a constant address stands for; `None` when it is no address of a function or global.
pub(crate) fn address(unit: &LinkedModule, constant: &TypedConstant) -> Option<Target> {
    if let ll::Constant::Symbol(symbol) = constant.value {
        return Some(unit.target(symbol));
    }
    match scalar(unit, constant.ty, &constant.value).ok()? {
        Scalar::Address(Base::Global(global), offset) => Some(Target::Global(global, offset)),
        Scalar::Address(Base::Function(function), 0) => Some(Target::Function(function)),
        _ => None,
    }
}

/// The lanes of a constant.
pub(crate) fn lanes(unit: &LinkedModule, ty: TypeId, constant: &ll::Constant) -> Evaluation<Vec<Scalar>> {
    use ll::Constant;
    let module = &unit.module;
    match constant {
        Constant::Zero | Constant::Undef | Constant::Poison => {
            let value = if *constant == Constant::Zero { Scalar::Bits(0) } else { Scalar::Undef };
            Ok(vec![value; types::lanes(module, ty)?.len()])
        }
        Constant::WideInt(text) => wide(text, &types::lanes(module, ty)?),
        Constant::Bytes(bytes) => Ok(bytes.iter().map(|byte| Scalar::Bits(u128::from(*byte))).collect()),
        Constant::Array(parts) | Constant::Struct(parts) | Constant::Vector(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(lanes(unit, part.ty, &part.value)?);
            }
            Ok(all)
        }
        Constant::Splat(part) => {
            let value = scalar(unit, part.ty, &part.value)?;
            Ok(vec![value; types::lanes(module, ty)?.len()])
        }
        _ => Ok(vec![scalar(unit, ty, constant)?]),
    }
}

/// The limbs of a decimal number, two's complement.
fn wide(text: &str, lanes: &[types::Lane]) -> Evaluation<Vec<Scalar>> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let mut limbs = vec![0u64; lanes.len()];
    for digit in digits.chars() {
        let digit = digit.to_digit(10).ok_or("integer constant that is not decimal")?;
        let mut carry = u128::from(digit);
        for limb in &mut limbs {
            carry += u128::from(*limb) * 10;
            *limb = carry as u64;
            carry >>= 64;
        }
    }
    let mut carry = negative;
    for limb in limbs.iter_mut().filter(|_| negative) {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
    let cut = |(limb, lane): (u64, &types::Lane)| Scalar::Bits(truncate(u128::from(limb), lane.ty.bits()));
    Ok(limbs.into_iter().zip(lanes).map(cut).collect())
}

/// The value of a scalar constant.
pub(crate) fn scalar(unit: &LinkedModule, ty: TypeId, constant: &ll::Constant) -> Evaluation<Scalar> {
    use ll::Constant;
    match constant {
        Constant::Int(bits) => Ok(Scalar::Bits(*bits)),
        Constant::WideInt(_) => Err("integer constant of more than 128 bits".into()),
        Constant::Float(bits) => float(*bits),
        Constant::Null | Constant::Zero => Ok(Scalar::Bits(0)),
        Constant::Undef | Constant::Poison => Ok(Scalar::Undef),
        Constant::Symbol(symbol) => match unit.target(*symbol) {
            Target::Function(function) => Ok(Scalar::Address(Base::Function(function), 0)),
            Target::Global(global, offset) => Ok(Scalar::Address(Base::Global(global), offset)),
            Target::Null => Ok(Scalar::Bits(0)),
            Target::Skipped => Err("address of a symbol of the compiler".into()),
        },
        Constant::BlockAddress { function, block } => block_address(unit, *function, block),
        Constant::Expr(expression) => evaluate(unit, ty, expression),
        Constant::None => Err("constant of type `token`".into()),
        Constant::Bytes(_)
        | Constant::Array(_)
        | Constant::Struct(_)
        | Constant::Vector(_)
        | Constant::Splat(_) => Err("aggregate in a constant expression".into()),
    }
}

fn float(bits: FloatBits) -> Evaluation<Scalar> {
    match bits {
        FloatBits::Float(bits) => Ok(Scalar::Bits(u128::from(bits))),
        FloatBits::Double(bits) => Ok(Scalar::Bits(u128::from(bits))),
        FloatBits::X86Fp80(bits) => Ok(Scalar::Bits(bits)),
        FloatBits::Half(_) | FloatBits::BFloat(_) => Err("floating-point type `half` (_Float16)".into()),
        FloatBits::Fp128(_) => Err("floating-point type `fp128` (__float128)".into()),
        FloatBits::PpcFp128(_) => Err("floating-point type `ppc_fp128`".into()),
    }
}

fn block_address(unit: &LinkedModule, function: ll::FuncId, block: &ll::LocalName) -> Evaluation<Scalar> {
    let Target::Function(target) = unit.target(ll::Symbol::Function(function)) else {
        return Err("address of a label in a function that is not part of the program".into());
    };
    let body = unit.module.body(function).map_err(|error| error.to_string())?;
    let number = body.as_ref().and_then(|body| body.block_named(block));
    let number = number.ok_or_else(|| format!("address of an unknown label {block}"))?;
    Ok(Scalar::Address(Base::Block(target, Block(number.0)), 0))
}

fn evaluate(unit: &LinkedModule, ty: TypeId, expression: &ConstExpr) -> Evaluation<Scalar> {
    match expression {
        ConstExpr::GetElementPtr { source, base, indices, .. } => {
            let base = scalar(unit, base.ty, &base.value)?;
            Ok(moved(base, gep_offset(unit, *source, indices)?))
        }
        ConstExpr::Cast { op, operand, .. } => cast(unit, *op, operand, ty),
        ConstExpr::Binary { op, lhs, rhs } => {
            let width = width(unit, lhs.ty)?;
            binary(*op, scalar(unit, lhs.ty, &lhs.value)?, scalar(unit, rhs.ty, &rhs.value)?, width)
        }
        ConstExpr::Other { name, .. } => Err(format!("constant expression `{name}`")),
    }
}

fn width(unit: &LinkedModule, ty: TypeId) -> Evaluation<u32> {
    types::scalar(&unit.module, ty)?
        .map(|ty| ty.bits())
        .ok_or_else(|| "constant expression on vectors".into())
}

fn moved(base: Scalar, by: i64) -> Scalar {
    match base {
        Scalar::Bits(bits) => Scalar::Bits(truncate(bits.wrapping_add_signed(by.into()), 64)),
        Scalar::Address(base, offset) => Scalar::Address(base, offset.wrapping_add(by)),
        Scalar::Undef => Scalar::Undef,
    }
}

/// The lowest `width` bits.
pub(crate) fn truncate(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// `bits` of `width` as a signed number.
pub(crate) fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    (bits << shift) as i128 >> shift
}

fn gep_offset(unit: &LinkedModule, source: TypeId, indices: &[TypedConstant]) -> Evaluation<i64> {
    let module = &unit.module;
    let (mut offset, mut at) = (0i64, source);
    for (position, index) in indices.iter().enumerate() {
        let Scalar::Bits(bits) = scalar(unit, index.ty, &index.value)? else {
            return Err("address as an index in a constant expression".into());
        };
        let value = signed(bits, width(unit, index.ty)?) as i64;
        let step = match position {
            0 => Step::Element(types::size_bytes(module, at)?, at),
            _ => types::step(module, at, Some(value as u64))?,
        };
        match step {
            Step::Field(by, inner) => (offset, at) = (offset.wrapping_add(by as i64), inner),
            Step::Element(size, inner) => {
                (offset, at) = (offset.wrapping_add(value.wrapping_mul(size as i64)), inner);
            }
        }
    }
    Ok(offset)
}

fn cast(unit: &LinkedModule, op: CastOp, operand: &TypedConstant, to: TypeId) -> Evaluation<Scalar> {
    let value = scalar(unit, operand.ty, &operand.value)?;
    let (from_width, to_width) = (width(unit, operand.ty)?, width(unit, to)?);
    match (op, value) {
        (CastOp::BitCast | CastOp::AddrSpaceCast | CastOp::IntToPtr | CastOp::PtrToAddr, value) => Ok(value),
        (CastOp::PtrToInt, value) if to_width == 8 * unit.module.layout().data().pointer_bytes() => Ok(value),
        (CastOp::Trunc | CastOp::PtrToInt | CastOp::ZExt, Scalar::Bits(bits)) => {
            Ok(Scalar::Bits(truncate(bits, to_width)))
        }
        (CastOp::SExt, Scalar::Bits(bits)) => {
            Ok(Scalar::Bits(truncate(signed(bits, from_width) as u128, to_width)))
        }
        (_, Scalar::Undef) => Ok(Scalar::Undef),
        _ => Err(format!("`{}` of an address in a constant expression", op.keyword())),
    }
}

fn binary(op: BinaryOp, a: Scalar, b: Scalar, width: u32) -> Evaluation<Scalar> {
    let bits = |bits| Ok(Scalar::Bits(truncate(bits, width)));
    match (op, a, b) {
        (_, Scalar::Undef, _) | (_, _, Scalar::Undef) => Ok(Scalar::Undef),
        (BinaryOp::Add, Scalar::Bits(a), Scalar::Bits(b)) => bits(a.wrapping_add(b)),
        (BinaryOp::Sub, Scalar::Bits(a), Scalar::Bits(b)) => bits(a.wrapping_sub(b)),
        (BinaryOp::Mul, Scalar::Bits(a), Scalar::Bits(b)) => bits(a.wrapping_mul(b)),
        (BinaryOp::Xor, Scalar::Bits(a), Scalar::Bits(b)) => bits(a ^ b),
        (BinaryOp::And, Scalar::Bits(a), Scalar::Bits(b)) => bits(a & b),
        (BinaryOp::Or, Scalar::Bits(a), Scalar::Bits(b)) => bits(a | b),
        (BinaryOp::Shl, Scalar::Bits(a), Scalar::Bits(b)) => {
            bits(u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0))
        }
        (BinaryOp::Add, Scalar::Address(base, at), Scalar::Bits(by))
        | (BinaryOp::Add, Scalar::Bits(by), Scalar::Address(base, at)) => {
            Ok(Scalar::Address(base, at.wrapping_add(signed(by, width) as i64)))
        }
        (BinaryOp::Sub, Scalar::Address(base, at), Scalar::Bits(by)) => {
            Ok(Scalar::Address(base, at.wrapping_sub(signed(by, width) as i64)))
        }
        (BinaryOp::Sub, Scalar::Address(a, at_a), Scalar::Address(b, at_b)) => {
            let between = match (a, b) {
                (Base::Block(f, x), Base::Block(g, y)) if f == g => i128::from(x.0) - i128::from(y.0),
                _ if a == b => 0,
                _ => return Err("difference of two addresses in a constant expression".into()),
            };
            bits((between + i128::from(at_a) - i128::from(at_b)) as u128)
        }
        _ => Err(format!("`{}` of an address in a constant expression", op.keyword())),
    }
}
