//! `math.h` on `long double`, and the classes of numbers of all types.

use super::libm::extended::{call, call_for_word, lookup};
use super::math::checked;
use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::{Returns, Stop};
use trine_ir::Type;

/// Shims of functions on `long double`: names by the number of `long double` arguments.
macro_rules! functions {
    ($($count:literal: $($name:ident)*;)*) => {
        &[$($(shim(stringify!($name), |context| extended(context, stringify!($name), $count)),)*)*]
    };
}

// `ldexpl` and `scalbnl` pass their last argument in a register.
pub(super) const SHIMS: &[Shim] = functions! {
    1: acosl acoshl asinl asinhl atanl atanhl cbrtl ceill cosl coshl erfl erfcl expl exp2l exp10l expm1l fabsl
        floorl logl log10l log1pl log2l logbl nearbyintl rintl roundl roundevenl sinl sinhl sqrtl tanl tanhl
        tgammal truncl ldexpl scalbnl scalblnl;
    2: atan2l copysignl fdiml fmaxl fminl fmodl hypotl nextafterl powl remainderl;
    3: fmal;
};

pub(super) const OTHERS: &[Shim] = &[
    shim("nexttowardl", |context| extended(context, "nextafterl", 2)),
    shim("lrintl", |context| rounded(context, "llrintl")),
    shim("llrintl", |context| rounded(context, "llrintl")),
    shim("lroundl", |context| rounded(context, "llroundl")),
    shim("llroundl", |context| rounded(context, "llroundl")),
    shim("ilogbl", |context| rounded(context, "ilogbl")),
    shim("frexpl", |context| with_int(context, "frexpl", 1)),
    shim("remquol", |context| with_int(context, "remquol", 2)),
    shim("lgammal_r", |context| with_int(context, "lgammal_r", 1)),
    shim("lgammal", lgamma),
    shim("modfl", modf),
    shim("__fpclassify", |context| int(Number::of(context, Type::F64).class())),
    shim("__fpclassifyf", |context| int(Number::of(context, Type::F32).class())),
    shim("__fpclassifyl", |context| int(Number::of(context, Type::F80).class())),
    shim("isnan", |context| int(Number::of(context, Type::F64).is_nan())),
    shim("isnanf", |context| int(Number::of(context, Type::F32).is_nan())),
    shim("isnanl", |context| int(Number::of(context, Type::F80).is_nan())),
    shim("__isnan", |context| int(Number::of(context, Type::F64).is_nan())),
    shim("__isnanf", |context| int(Number::of(context, Type::F32).is_nan())),
    shim("__isnanl", |context| int(Number::of(context, Type::F80).is_nan())),
    shim("isinf", |context| int(Number::of(context, Type::F64).is_infinite())),
    shim("isinff", |context| int(Number::of(context, Type::F32).is_infinite())),
    shim("isinfl", |context| int(Number::of(context, Type::F80).is_infinite())),
    shim("__isinf", |context| int(Number::of(context, Type::F64).is_infinite())),
    shim("__isinff", |context| int(Number::of(context, Type::F32).is_infinite())),
    shim("__isinfl", |context| int(Number::of(context, Type::F80).is_infinite())),
    shim("finite", |context| int(Number::of(context, Type::F64).is_finite())),
    shim("finitef", |context| int(Number::of(context, Type::F32).is_finite())),
    shim("finitel", |context| int(Number::of(context, Type::F80).is_finite())),
    shim("__finite", |context| int(Number::of(context, Type::F64).is_finite())),
    shim("__finitef", |context| int(Number::of(context, Type::F32).is_finite())),
    shim("__finitel", |context| int(Number::of(context, Type::F80).is_finite())),
    shim("__signbit", |context| int(Number::of(context, Type::F64).sign_bit())),
    shim("__signbitf", |context| int(Number::of(context, Type::F32).sign_bit())),
    shim("__signbitl", |context| int(Number::of(context, Type::F80).sign_bit())),
];

fn unsupported(name: &str) -> Stop {
    Stop::Unsupported(format!("`{name}` on this processor"))
}

/// A function of `count` long doubles and perhaps an integer behind them.
fn extended(context: &mut ShimContext<'_>, name: &'static str, count: usize) -> ShimResult {
    let word = context.word(count);
    checked(context, |context| Ok(Returns::one(apply(context, name, count, word)?)))
}

fn apply(context: &ShimContext<'_>, name: &str, count: usize, word: u64) -> Result<u128, Stop> {
    let function = lookup(name).ok_or_else(|| unsupported(name))?;
    let arg = |index| if index < count { context.bits(index) } else { 0 };
    // SAFETY: the tables above give each function the arguments that it has.
    Ok(unsafe { call(function, [arg(0), arg(1), arg(2)], word) })
}

/// A function of a long double with an integer as result.
fn rounded(context: &mut ShimContext<'_>, name: &'static str) -> ShimResult {
    checked(context, |context| {
        let function = lookup(name).ok_or_else(|| unsupported(name))?;
        // SAFETY: the table above names functions of one long double.
        word(unsafe { call_for_word(function, context.bits(0)) })
    })
}

/// A function of `count` long doubles that stores an `int` through its last argument.
fn with_int(context: &mut ShimContext<'_>, name: &'static str, count: usize) -> ShimResult {
    let mut stored = 0_i32;
    let place = (&raw mut stored) as u64;
    let result = checked(context, |context| Ok(Returns::one(apply(context, name, count, place)?)))?;
    context.write(context.word(count), 4, u128::from(stored as u32))?;
    Ok(result)
}

/// `long double lgammal(long double x)`
fn lgamma(context: &mut ShimContext<'_>) -> ShimResult {
    let mut sign = 0_i32;
    let place = (&raw mut sign) as u64;
    checked(context, |context| Ok(Returns::one(apply(context, "lgammal_r", 1, place)?)))
}

/// `long double modfl(long double x, long double *whole)`
fn modf(context: &mut ShimContext<'_>) -> ShimResult {
    let x = context.bits(0);
    let whole = apply(context, "truncl", 1, 0)?;
    let number = Number::of(context, Type::F80);
    let fraction = match number.exponent == number.largest {
        true if number.fraction == 0 => 0,
        _ => crate::float80::binary(trine_ir::BinaryOp::FSub, x, whole),
    };
    context.write_bytes(context.word(1), &whole.to_le_bytes()[..10])?;
    let sign = 1 << 79;
    Ok(Returns::one(fraction & !sign | x & sign))
}

/// The parts of a floating-point number.
struct Number {
    negative: bool,
    exponent: u32,
    /// The exponent of infinities and NaN.
    largest: u32,
    /// Without the leading bit of a `long double`.
    fraction: u64,
    ty: Type,
}

impl Number {
    /// The first argument.
    fn of(context: &ShimContext<'_>, ty: Type) -> Self {
        let bits = context.bits(0);
        let (fraction_bits, exponent_at, exponent_bits) = match ty {
            Type::F32 => (23, 23, 8),
            Type::F64 => (52, 52, 11),
            _ => (63, 64, 15),
        };
        let largest = (1 << exponent_bits) - 1;
        Self {
            negative: bits >> (ty.bits() - 1) & 1 != 0,
            exponent: (bits >> exponent_at) as u32 & largest,
            largest,
            fraction: bits as u64 & ((1 << fraction_bits) - 1),
            ty,
        }
    }

    fn is_nan(&self) -> i32 {
        i32::from(self.exponent == self.largest && self.fraction != 0)
    }

    /// 1 or -1, as glibc has it.
    fn is_infinite(&self) -> i32 {
        match (self.exponent == self.largest && self.fraction == 0, self.negative) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        }
    }

    fn is_finite(&self) -> i32 {
        i32::from(self.exponent != self.largest)
    }

    /// `FP_NAN` 0, `FP_INFINITE` 1, `FP_ZERO` 2, `FP_SUBNORMAL` 3, `FP_NORMAL` 4.
    fn class(&self) -> i32 {
        match (self.exponent, self.fraction) {
            (exponent, fraction) if exponent == self.largest => i32::from(fraction == 0),
            (0, 0) => 2,
            (0, _) => 3,
            _ => 4,
        }
    }

    /// The bit where the processor's instructions leave it.
    fn sign_bit(&self) -> i32 {
        let bit = match self.ty {
            Type::F80 => 0x200,
            Type::F32 => 8,
            _ => 128,
        };
        if self.negative { bit } else { 0 }
    }
}
