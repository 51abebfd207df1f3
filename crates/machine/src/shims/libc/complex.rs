//! `complex.h`, and the compiler's own functions for products, quotients and powers.
//!
//! `_Complex double` comes as two registers and goes as two results. Products and quotients in C are calls of
//! `__muldc3` and `__divdc3`; they and the functions of the library are called natively, so that the last bit is
//! that of the emitted tests. `__powidf2` multiplies, as `__builtin_powi` does.
//!
//! Not handled: `long double _Complex`. Errors are told by values, `errno` stays.

use super::{Shim, ShimContext, ShimResult, double, float, shim};
use crate::fault::Returns;
use crate::float80;
use trine_ir::BinaryOp;

/// As C passes `_Complex double`: two registers of floats.
#[repr(C)]
#[derive(Clone, Copy)]
struct Double {
    re: f64,
    im: f64,
}

/// As C passes `_Complex float`: one register with both.
#[repr(C)]
#[derive(Clone, Copy)]
struct Single {
    re: f32,
    im: f32,
}

unsafe extern "C" {
    fn __muldc3(a: f64, b: f64, c: f64, d: f64) -> Double;
    fn __divdc3(a: f64, b: f64, c: f64, d: f64) -> Double;
    fn __mulsc3(a: f32, b: f32, c: f32, d: f32) -> Single;
    fn __divsc3(a: f32, b: f32, c: f32, d: f32) -> Single;
}

/// Shims of functions from complex to complex, from complex to real, and of two complex numbers.
macro_rules! functions {
    ($($name:ident)*; $($single:ident)*; $($real:ident)*; $($real_single:ident)*; $($two:ident)*) => {
        unsafe extern "C" {
            $(fn $name(x: Double) -> Double;)*
            $(fn $single(x: Single) -> Single;)*
            $(fn $real(x: Double) -> f64;)*
            $(fn $real_single(x: Single) -> f32;)*
            $(fn $two(x: Double, y: Double) -> Double;)*
        }
        // SAFETY: pure functions of numbers that accept all of them.
        pub(super) const LIBRARY: &[Shim] = &[
            $(shim(stringify!($name), |context| pair(unsafe { $name(number(context, 0)) })),)*
            $(shim(stringify!($single), |context| single_pair(unsafe { $single(single(context)) })),)*
            $(shim(stringify!($real), |context| double(unsafe { $real(number(context, 0)) })),)*
            $(shim(stringify!($real_single), |context| float(unsafe { $real_single(single(context)) })),)*
            $(shim(stringify!($two), |context| pair(unsafe { $two(number(context, 0), number(context, 2)) })),)*
        ];
    };
}

functions! {
    cacos cacosh casin casinh catan catanh ccos ccosh csin csinh ctan ctanh cexp clog csqrt cproj conj;
    cexpf clogf csqrtf conjf cprojf;
    cabs carg creal cimag;
    cabsf cargf crealf cimagf;
    cpow
}

// SAFETY of the four: pure functions of numbers that accept all of them.
pub(super) const SHIMS: &[Shim] = &[
    shim("__muldc3", |context| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| context.double(index));
        pair(unsafe { __muldc3(a, b, c, d) })
    }),
    shim("__divdc3", |context| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| context.double(index));
        pair(unsafe { __divdc3(a, b, c, d) })
    }),
    shim("__mulsc3", |context| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| context.float(index));
        single_pair(unsafe { __mulsc3(a, b, c, d) })
    }),
    shim("__divsc3", |context| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| context.float(index));
        single_pair(unsafe { __divsc3(a, b, c, d) })
    }),
    shim("__powidf2", |context| {
        double(power(context.double(0), context.int(1), 1.0, |a, b| a * b, |a| 1.0 / a))
    }),
    shim("__powisf2", |context| {
        float(power(context.float(0), context.int(1), 1.0, |a, b| a * b, |a| 1.0 / a))
    }),
    shim("__powixf2", |context| {
        let one = float80::from_f64(1.0);
        let times = |a, b| float80::binary(BinaryOp::FMul, a, b);
        let inverse = |a| float80::binary(BinaryOp::FDiv, one, a);
        Ok(Returns::one(power(context.bits(0), context.int(1), one, times, inverse)))
    }),
];

fn number(context: &ShimContext<'_>, index: usize) -> Double {
    Double { re: context.double(index), im: context.double(index + 1) }
}

fn single(context: &ShimContext<'_>) -> Single {
    Single { re: context.float(0), im: context.float(1) }
}

fn pair(value: Double) -> ShimResult {
    Ok([value.re, value.im].into_iter().map(|part| u128::from(part.to_bits())).collect())
}

fn single_pair(value: Single) -> ShimResult {
    Ok([value.re, value.im].into_iter().map(|part| u128::from(part.to_bits())).collect())
}

/// `base` to the power of `exponent`, by squaring.
fn power<T: Copy>(
    mut base: T,
    exponent: i32,
    one: T,
    times: impl Fn(T, T) -> T,
    inverse: impl Fn(T) -> T,
) -> T {
    let (mut left, mut result) = (exponent.unsigned_abs(), one);
    loop {
        if left & 1 != 0 {
            result = times(result, base);
        }
        left /= 2;
        if left == 0 {
            break;
        }
        base = times(base, base);
    }
    if exponent < 0 { inverse(result) } else { result }
}
