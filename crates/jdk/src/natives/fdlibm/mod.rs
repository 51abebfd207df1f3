//! Functions of `StrictMath` bit for bit: the algorithms of fdlibm 5.3 (Sun Microsystems, 1993), which its
//! specification names, with their order of operations.
//!
//! The crate `libm` descends from fdlibm by way of FreeBSD and musl, where some of these were evaluated otherwise; what
//! it has unchanged (`exp`, `expm1`, `tan`, the inverse functions) is taken from there. Later releases of the JDK have all
//! of this in Java, which is run as it is.

mod hyperbolic;
mod logarithm;
mod reduction;
mod trigonometric;

pub use hyperbolic::{cosh, sinh, tanh};
pub use logarithm::{log, log1p, log10};
pub use trigonometric::{cos, sin};

/// The high word: sign, exponent, and 20 bits of the fraction.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

/// `x` with another high word.
fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(u64::from(high as u32) << 32 | u64::from(low(x)))
}

/// The high word without the sign.
fn magnitude(x: f64) -> i32 {
    high(x) & 0x7fff_ffff
}
