//! The mathematical functions of the C library of this machine, called natively.
//!
//! The emitted tests run against the same library: calling it is the only way to give the same
//! last bit everywhere. Rust has no `long double`, so functions on them are called by hand: on
//! x86-64 such arguments lie on the stack, 16 bytes each, and the result is on top of the x87
//! stack. Elsewhere `long double` functions are not supported, see [`extended`].
//!
//! This is the one file of the shims with unsafe code. All functions declared here are pure but
//! for `errno`, see [`with_errno`].

use std::ffi::{c_int, c_long};

/// Declares functions and a wrapper of the same name for each.
macro_rules! natively {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $result:ty;)*) => {
        mod native {
            use super::*;
            unsafe extern "C" { $(pub fn $name($($arg: $ty),*) -> $result;)* }
        }
        $(
            #[doc = concat!("`", stringify!($name), "` of `math.h`.")]
            pub(super) fn $name($($arg: $ty),*) -> $result {
                // SAFETY: a pure function of numbers that accepts all of them.
                unsafe { native::$name($($arg),*) }
            }
        )*
    };
}

natively! {
    acos(x: f64) -> f64; acosf(x: f32) -> f32;
    acosh(x: f64) -> f64; acoshf(x: f32) -> f32;
    asin(x: f64) -> f64; asinf(x: f32) -> f32;
    asinh(x: f64) -> f64; asinhf(x: f32) -> f32;
    atan(x: f64) -> f64; atanf(x: f32) -> f32;
    atanh(x: f64) -> f64; atanhf(x: f32) -> f32;
    atan2(x: f64, y: f64) -> f64; atan2f(x: f32, y: f32) -> f32;
    cbrt(x: f64) -> f64; cbrtf(x: f32) -> f32;
    ceil(x: f64) -> f64; ceilf(x: f32) -> f32;
    copysign(x: f64, y: f64) -> f64; copysignf(x: f32, y: f32) -> f32;
    cos(x: f64) -> f64; cosf(x: f32) -> f32;
    cosh(x: f64) -> f64; coshf(x: f32) -> f32;
    erf(x: f64) -> f64; erff(x: f32) -> f32;
    erfc(x: f64) -> f64; erfcf(x: f32) -> f32;
    exp(x: f64) -> f64; expf(x: f32) -> f32;
    exp2(x: f64) -> f64; exp2f(x: f32) -> f32;
    exp10(x: f64) -> f64; exp10f(x: f32) -> f32;
    expm1(x: f64) -> f64; expm1f(x: f32) -> f32;
    fabs(x: f64) -> f64; fabsf(x: f32) -> f32;
    fdim(x: f64, y: f64) -> f64; fdimf(x: f32, y: f32) -> f32;
    floor(x: f64) -> f64; floorf(x: f32) -> f32;
    fma(x: f64, y: f64, z: f64) -> f64; fmaf(x: f32, y: f32, z: f32) -> f32;
    fmax(x: f64, y: f64) -> f64; fmaxf(x: f32, y: f32) -> f32;
    fmin(x: f64, y: f64) -> f64; fminf(x: f32, y: f32) -> f32;
    fmod(x: f64, y: f64) -> f64; fmodf(x: f32, y: f32) -> f32;
    hypot(x: f64, y: f64) -> f64; hypotf(x: f32, y: f32) -> f32;
    ilogb(x: f64) -> c_int; ilogbf(x: f32) -> c_int;
    j0(x: f64) -> f64; j1(x: f64) -> f64; jn(n: c_int, x: f64) -> f64;
    y0(x: f64) -> f64; y1(x: f64) -> f64; yn(n: c_int, x: f64) -> f64;
    ldexp(x: f64, n: c_int) -> f64; ldexpf(x: f32, n: c_int) -> f32;
    llrint(x: f64) -> c_long; llrintf(x: f32) -> c_long;
    llround(x: f64) -> c_long; llroundf(x: f32) -> c_long;
    log(x: f64) -> f64; logf(x: f32) -> f32;
    log10(x: f64) -> f64; log10f(x: f32) -> f32;
    log1p(x: f64) -> f64; log1pf(x: f32) -> f32;
    log2(x: f64) -> f64; log2f(x: f32) -> f32;
    logb(x: f64) -> f64; logbf(x: f32) -> f32;
    nearbyint(x: f64) -> f64; nearbyintf(x: f32) -> f32;
    nextafter(x: f64, y: f64) -> f64; nextafterf(x: f32, y: f32) -> f32;
    pow(x: f64, y: f64) -> f64; powf(x: f32, y: f32) -> f32;
    remainder(x: f64, y: f64) -> f64; remainderf(x: f32, y: f32) -> f32;
    rint(x: f64) -> f64; rintf(x: f32) -> f32;
    round(x: f64) -> f64; roundf(x: f32) -> f32;
    roundeven(x: f64) -> f64; roundevenf(x: f32) -> f32;
    scalbln(x: f64, n: c_long) -> f64; scalblnf(x: f32, n: c_long) -> f32;
    scalbn(x: f64, n: c_int) -> f64; scalbnf(x: f32, n: c_int) -> f32;
    sin(x: f64) -> f64; sinf(x: f32) -> f32;
    sinh(x: f64) -> f64; sinhf(x: f32) -> f32;
    sqrt(x: f64) -> f64; sqrtf(x: f32) -> f32;
    tan(x: f64) -> f64; tanf(x: f32) -> f32;
    tanh(x: f64) -> f64; tanhf(x: f32) -> f32;
    tgamma(x: f64) -> f64; tgammaf(x: f32) -> f32;
    trunc(x: f64) -> f64; truncf(x: f32) -> f32;
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    fn frexp(x: f64, exponent: *mut c_int) -> f64;
    fn frexpf(x: f32, exponent: *mut c_int) -> f32;
    fn lgamma_r(x: f64, sign: *mut c_int) -> f64;
    fn lgammaf_r(x: f32, sign: *mut c_int) -> f32;
    fn remquo(x: f64, y: f64, quotient: *mut c_int) -> f64;
    fn remquof(x: f32, y: f32, quotient: *mut c_int) -> f32;
}

/// What `compute` gives, and the error number that it set; 0 if it set none.
pub(super) fn with_errno<T>(compute: impl FnOnce() -> T) -> (T, c_int) {
    // SAFETY: the library gives a valid pointer to an int of this thread.
    let place = unsafe { __errno_location() };
    // SAFETY: as above; nobody else holds it.
    unsafe {
        let before = std::mem::replace(&mut *place, 0);
        let result = compute();
        (result, std::mem::replace(&mut *place, before))
    }
}

/// Significand and exponent.
pub(super) fn significand_and_exponent(x: f64) -> (f64, c_int) {
    let mut exponent = 0;
    // SAFETY: writes one int.
    (unsafe { frexp(x, &raw mut exponent) }, exponent)
}

/// The same for `float`.
pub(super) fn significand_and_exponent_f(x: f32) -> (f32, c_int) {
    let mut exponent = 0;
    // SAFETY: writes one int.
    (unsafe { frexpf(x, &raw mut exponent) }, exponent)
}

/// The logarithm of the gamma function, and the sign of that function.
pub(super) fn lgamma(x: f64) -> (f64, c_int) {
    let mut sign = 0;
    // SAFETY: writes one int.
    (unsafe { lgamma_r(x, &raw mut sign) }, sign)
}

/// The same for `float`.
pub(super) fn lgammaf(x: f32) -> (f32, c_int) {
    let mut sign = 0;
    // SAFETY: writes one int.
    (unsafe { lgammaf_r(x, &raw mut sign) }, sign)
}

/// The remainder, and low bits of the quotient.
pub(super) fn remainder_and_quotient(x: f64, y: f64) -> (f64, c_int) {
    let mut quotient = 0;
    // SAFETY: writes one int.
    (unsafe { remquo(x, y, &raw mut quotient) }, quotient)
}

/// The same for `float`.
pub(super) fn remainder_and_quotient_f(x: f32, y: f32) -> (f32, c_int) {
    let mut quotient = 0;
    // SAFETY: writes one int.
    (unsafe { remquof(x, y, &raw mut quotient) }, quotient)
}

/// Functions on `long double`, given and returned as bits.
pub(super) mod extended {
    /// A function on `long double`, of whatever signature.
    pub(in crate::shims::libc) type Function = unsafe extern "C" fn();

    macro_rules! table {
        ($($name:ident)*) => {
            #[cfg(target_arch = "x86_64")]
            unsafe extern "C" { $(fn $name();)* }

            /// The function named `name`, a function of numbers.
            #[cfg(target_arch = "x86_64")]
            pub(in crate::shims::libc) fn lookup(name: &str) -> Option<Function> {
                match name {
                    $(stringify!($name) => Some($name),)*
                    _ => None,
                }
            }
        };
    }

    table! {
        acosl acoshl asinl asinhl atanl atanhl atan2l cbrtl ceill copysignl cosl coshl erfl erfcl
        expl exp2l exp10l expm1l fabsl fdiml floorl fmal fmaxl fminl fmodl hypotl ilogbl ldexpl
        llrintl llroundl logl log10l log1pl log2l logbl nearbyintl nextafterl powl remainderl rintl
        roundl roundevenl scalblnl scalbnl remquol sinl sinhl sqrtl tanl tanhl tgammal truncl lgammal_r frexpl
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(in crate::shims::libc) fn lookup(_: &str) -> Option<Function> {
        None
    }

    /// `function(args..., word)`: the `long double` result as bits.
    ///
    /// # Safety
    /// `function` takes as many `long double` as there are `args` (up to 3) and at most one more
    /// argument in a register, `word`; it returns a `long double`.
    #[cfg(target_arch = "x86_64")]
    pub(in crate::shims::libc) unsafe fn call(function: Function, args: [u128; 3], word: u64) -> u128 {
        let mut result = 0_u128;
        // SAFETY: the stack is aligned to 16 bytes for the call, the arguments lie above the
        // return address, and everything that a C function may change is declared so.
        unsafe {
            std::arch::asm!(
                "mov r12, rsp",
                "sub rsp, 64",
                "and rsp, -16",
                "movups xmm0, [{args}]",
                "movups xmm1, [{args} + 16]",
                "movups xmm2, [{args} + 32]",
                "movups [rsp], xmm0",
                "movups [rsp + 16], xmm1",
                "movups [rsp + 32], xmm2",
                "call {function}",
                "fstp tbyte ptr [r13]",
                "mov rsp, r12",
                args = in(reg) args.as_ptr(),
                function = in(reg) function,
                // Where a call keeps its registers, so that it is still there behind it.
                in("r13") &raw mut result,
                in("rdi") word,
                out("r12") _,
                clobber_abi("C"),
            );
        }
        result & ((1 << 80) - 1)
    }

    /// The same for a function that returns an integer.
    ///
    /// # Safety
    /// As for [`call`], but that the result is an `int` or `long`.
    #[cfg(target_arch = "x86_64")]
    pub(in crate::shims::libc) unsafe fn call_for_word(function: Function, argument: u128) -> u64 {
        let result: u64;
        let args = [argument];
        // SAFETY: as in `call`.
        unsafe {
            std::arch::asm!(
                "mov r12, rsp",
                "sub rsp, 32",
                "and rsp, -16",
                "movups xmm0, [{args}]",
                "movups [rsp], xmm0",
                "call {function}",
                "mov rsp, r12",
                args = in(reg) args.as_ptr(),
                function = in(reg) function,
                lateout("rax") result,
                out("r12") _,
                clobber_abi("C"),
            );
        }
        result
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(in crate::shims::libc) unsafe fn call(_: Function, _: [u128; 3], _: u64) -> u128 {
        0
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(in crate::shims::libc) unsafe fn call_for_word(_: Function, _: u128) -> u64 {
        0
    }
}
