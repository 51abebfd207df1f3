//! `math.h` on `double` and `float`; every value is the native library's, `errno` included.
//!
//! `signgam` is not set, and rounding is always to nearest: `fenv.h` is left out. So are
//! `nexttoward`, of which one argument is a `long double`, and complex numbers.

use super::libm;
use super::{Shim, ShimContext, ShimResult, double, float, nothing, shim};
use crate::fault::{Returns, Stop};
use crate::float80;
use std::cmp::Ordering;

/// Shims of functions of one number: names by the types of argument and result.
macro_rules! unary {
    ($($get:ident $give:ident: $($name:ident)*;)*) => {
        &[$($(shim(stringify!($name), |context| {
            checked(context, |context| $give(libm::$name($get(context, 0))))
        }),)*)*]
    };
}

/// Of two numbers.
macro_rules! binary {
    ($($get:ident $give:ident: $($name:ident)*;)*) => {
        &[$($(shim(stringify!($name), |context| {
            checked(context, |context| $give(libm::$name($get(context, 0), $get(context, 1))))
        }),)*)*]
    };
}

/// Of a number and an integer.
macro_rules! scaling {
    ($($get:ident $give:ident $integer:ty: $($name:ident)*;)*) => {
        &[$($(shim(stringify!($name), |context| {
            checked(context, |context| $give(libm::$name($get(context, 0), context.word(1) as $integer)))
        }),)*)*]
    };
}

pub(super) const UNARY: &[Shim] = unary! {
    f64 double: acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 expm1 fabs floor j0
        j1 y0 y1 log log10 log1p log2 logb nearbyint rint round roundeven sin sinh sqrt tan tanh tgamma trunc;
    f32 float: acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erff erfcf expf exp2f exp10f expm1f
        fabsf floorf logf log10f log1pf log2f logbf nearbyintf rintf roundf roundevenf sinf sinhf sqrtf tanf
        tanhf tgammaf truncf;
    f64 long: llrint llround ilogb;
    f32 long: llrintf llroundf ilogbf;
};

pub(super) const BINARY: &[Shim] = binary! {
    f64 double: atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder;
    f32 float: atan2f copysignf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf;
};

pub(super) const SCALING: &[Shim] = scaling! {
    f64 double i32: ldexp scalbn;
    f32 float i32: ldexpf scalbnf;
    f64 double i64: scalbln;
    f32 float i64: scalblnf;
};

pub(super) const OTHERS: &[Shim] = &[
    shim("fma", |context| {
        checked(context, |context| double(libm::fma(f64(context, 0), f64(context, 1), f64(context, 2))))
    }),
    shim("fmaf", |context| {
        checked(context, |context| float(libm::fmaf(f32(context, 0), f32(context, 1), f32(context, 2))))
    }),
    shim("lrint", |context| checked(context, |context| long(libm::llrint(context.double(0))))),
    shim("lrintf", |context| checked(context, |context| long(libm::llrintf(context.float(0))))),
    shim("lround", |context| checked(context, |context| long(libm::llround(context.double(0))))),
    shim("lroundf", |context| checked(context, |context| long(libm::llroundf(context.float(0))))),
    shim("jn", |context| checked(context, |context| double(libm::jn(context.int(0), context.double(0))))),
    shim("yn", |context| checked(context, |context| double(libm::yn(context.int(0), context.double(0))))),
    shim("drem", |context| double(libm::remainder(context.double(0), context.double(1)))),
    shim("lgamma", lgamma),
    shim("lgammaf", lgamma_f),
    shim("gamma", lgamma),
    shim("nexttoward", next_toward),
    shim("nexttowardf", next_toward_f),
    shim("lgamma_r", |context| with_int(context, 1, libm::lgamma)),
    shim("lgammaf_r", |context| with_int_f(context, 1, libm::lgammaf)),
    shim("frexp", |context| with_int(context, 1, libm::significand_and_exponent)),
    shim("frexpf", |context| with_int_f(context, 1, libm::significand_and_exponent_f)),
    shim("remquo", remquo),
    shim("remquof", remquo_f),
    shim("modf", modf),
    shim("modff", modf_f),
    shim("sincos", sincos),
    shim("sincosf", sincos_f),
    shim("nan", |context| not_a_number(context, trine_ir::Type::F64)),
    shim("nanf", |context| not_a_number(context, trine_ir::Type::F32)),
    shim("nanl", |context| not_a_number(context, trine_ir::Type::F80)),
];

fn f64(context: &ShimContext<'_>, index: usize) -> f64 {
    context.double(index)
}

fn f32(context: &ShimContext<'_>, index: usize) -> f32 {
    context.float(index)
}

/// A `long` as result, or an `int` in the low half.
fn long(value: impl Into<i64>) -> ShimResult {
    Ok(Returns::one(u128::from(value.into() as u64)))
}

/// Computes, and sets `errno` where the native function did.
///
/// A function of the program's own that is called `log` or `floor` but takes no floating-point
/// number is none of ours.
pub(super) fn checked(
    context: &mut ShimContext<'_>,
    compute: impl FnOnce(&ShimContext<'_>) -> ShimResult,
) -> ShimResult {
    if !context.types().iter().any(|ty| ty.is_float()) {
        return Err(Stop::Unsupported("a function named like one of `math.h`, without numbers".to_owned()));
    }
    let (result, error) = libm::with_errno(|| compute(context));
    if error != 0 {
        context.set_errno(error)?;
    }
    result
}

/// Sets the program's `signgam`, where it refers to it.
fn set_sign(context: &mut ShimContext<'_>, sign: i32) -> Result<(), Stop> {
    match context.variable("signgam") {
        Some(place) => context.write(place, 4, u128::from(sign as u32)),
        None => Ok(()),
    }
}

/// `double lgamma(double x)`
fn lgamma(context: &mut ShimContext<'_>) -> ShimResult {
    set_sign(context, libm::lgamma(context.double(0)).1)?;
    checked(context, |context| double(libm::lgamma(context.double(0)).0))
}

/// `float lgammaf(float x)`
fn lgamma_f(context: &mut ShimContext<'_>) -> ShimResult {
    set_sign(context, libm::lgammaf(context.float(0)).1)?;
    checked(context, |context| float(libm::lgammaf(context.float(0)).0))
}

/// Where `y`, a `long double`, lies from `x`: the infinity to go to; `None` when they are equal.
fn direction(x: f64, y: u128) -> Option<f64> {
    match float80::compare(float80::from_f64(x), y) {
        Some(Ordering::Less) => Some(f64::INFINITY),
        Some(Ordering::Greater) => Some(f64::NEG_INFINITY),
        Some(Ordering::Equal) => None,
        None => Some(f64::NAN),
    }
}

/// `double nexttoward(double x, long double y)`
fn next_toward(context: &mut ShimContext<'_>) -> ShimResult {
    checked(context, |context| {
        let (x, y) = (context.double(0), context.bits(1));
        double(direction(x, y).map_or_else(|| float80::to_f64(y), |to| libm::nextafter(x, to)))
    })
}

/// `float nexttowardf(float x, long double y)`
fn next_toward_f(context: &mut ShimContext<'_>) -> ShimResult {
    checked(context, |context| {
        let (x, y) = (context.float(0), context.bits(1));
        let to = direction(f64::from(x), y);
        float(to.map_or_else(|| float80::to_f64(y) as f32, |to| libm::nextafterf(x, to as f32)))
    })
}

/// A function that stores an `int` through its argument `place`.
fn with_int(context: &mut ShimContext<'_>, place: usize, compute: fn(f64) -> (f64, i32)) -> ShimResult {
    let ((value, stored), error) = libm::with_errno(|| compute(context.double(0)));
    finish(context, place, stored, error)?;
    double(value)
}

fn with_int_f(context: &mut ShimContext<'_>, place: usize, compute: fn(f32) -> (f32, i32)) -> ShimResult {
    let ((value, stored), error) = libm::with_errno(|| compute(context.float(0)));
    finish(context, place, stored, error)?;
    float(value)
}

fn finish(context: &mut ShimContext<'_>, place: usize, stored: i32, error: i32) -> Result<(), Stop> {
    context.write(context.word(place), 4, u128::from(stored as u32))?;
    if error != 0 { context.set_errno(error) } else { Ok(()) }
}

/// `double remquo(double x, double y, int *quotient)`
fn remquo(context: &mut ShimContext<'_>) -> ShimResult {
    let (value, quotient) = libm::remainder_and_quotient(context.double(0), context.double(1));
    context.write(context.word(2), 4, u128::from(quotient as u32))?;
    double(value)
}

fn remquo_f(context: &mut ShimContext<'_>) -> ShimResult {
    let (value, quotient) = libm::remainder_and_quotient_f(context.float(0), context.float(1));
    context.write(context.word(2), 4, u128::from(quotient as u32))?;
    float(value)
}

/// `double modf(double x, double *whole)`: both parts have the sign of `x`.
fn modf(context: &mut ShimContext<'_>) -> ShimResult {
    let x = context.double(0);
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    context.write(context.word(1), 8, u128::from(whole.to_bits()))?;
    double(fraction.copysign(x))
}

fn modf_f(context: &mut ShimContext<'_>) -> ShimResult {
    let x = context.float(0);
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    context.write(context.word(1), 4, u128::from(whole.to_bits()))?;
    float(fraction.copysign(x))
}

/// `void sincos(double x, double *sine, double *cosine)`
fn sincos(context: &mut ShimContext<'_>) -> ShimResult {
    let x = context.double(0);
    context.write(context.word(1), 8, u128::from(libm::sin(x).to_bits()))?;
    context.write(context.word(2), 8, u128::from(libm::cos(x).to_bits()))?;
    nothing()
}

fn sincos_f(context: &mut ShimContext<'_>) -> ShimResult {
    let x = context.float(0);
    context.write(context.word(1), 4, u128::from(libm::sinf(x).to_bits()))?;
    context.write(context.word(2), 4, u128::from(libm::cosf(x).to_bits()))?;
    nothing()
}

/// `double nan(const char *payload)`
fn not_a_number(context: &mut ShimContext<'_>, ty: trine_ir::Type) -> ShimResult {
    let payload = super::parse_float::payload(context.string(context.word(0))?);
    Ok(Returns::one(super::parse_float::nan(ty, payload)))
}
