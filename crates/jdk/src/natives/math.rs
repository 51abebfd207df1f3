//! `StrictMath` where it is native.

use super::{Table, fdlibm};
use crate::env::{Answer, long_at, reference};

pub const TABLE: Table = &[
    ("java/lang/StrictMath.sin", |_, args| double(args, fdlibm::sin)),
    ("java/lang/StrictMath.cos", |_, args| double(args, fdlibm::cos)),
    ("java/lang/StrictMath.tan", |_, args| double(args, libm::tan)),
    ("java/lang/StrictMath.asin", |_, args| double(args, libm::asin)),
    ("java/lang/StrictMath.acos", |_, args| double(args, libm::acos)),
    ("java/lang/StrictMath.atan", |_, args| double(args, libm::atan)),
    ("java/lang/StrictMath.log", |_, args| double(args, fdlibm::log)),
    ("java/lang/StrictMath.log10", |_, args| double(args, fdlibm::log10)),
    ("java/lang/StrictMath.sinh", |_, args| double(args, fdlibm::sinh)),
    ("java/lang/StrictMath.cosh", |_, args| double(args, fdlibm::cosh)),
    ("java/lang/StrictMath.tanh", |_, args| double(args, fdlibm::tanh)),
    ("java/lang/StrictMath.expm1", |_, args| double(args, libm::expm1)),
    ("java/lang/StrictMath.log1p", |_, args| double(args, fdlibm::log1p)),
    ("java/lang/StrictMath.atan2", |_, args| doubles(args, libm::atan2)),
    ("java/lang/StrictMath.IEEEremainder", |_, args| doubles(args, libm::remainder)),
];

/// Roots are the same as by their code, and faster: IEEE 754 says what a root is. The others the JVM computes by its own
/// means, too, more exactly than their code does.
pub const REPLACED: Table = &[
    ("java/lang/Math.sin(D)D", |_, args| double(args, f64::sin)),
    ("java/lang/Math.cos(D)D", |_, args| double(args, f64::cos)),
    ("java/lang/Math.tan(D)D", |_, args| double(args, f64::tan)),
    ("java/lang/Math.exp(D)D", |_, args| double(args, f64::exp)),
    ("java/lang/Math.log(D)D", |_, args| double(args, f64::ln)),
    ("java/lang/Math.log10(D)D", |_, args| double(args, f64::log10)),
    ("java/lang/Math.pow(DD)D", |_, args| doubles(args, power)),
    ("java/lang/Math.sqrt(D)D", |_, args| double(args, f64::sqrt)),
    ("java/lang/StrictMath.sqrt(D)D", |_, args| double(args, f64::sqrt)),
];

/// `Math.pow`: unlike in C, what is not a number stays so, and so does one to an infinite power.
fn power(x: f64, y: f64) -> f64 {
    if y.is_nan() || x.abs() == 1.0 && y.is_infinite() { f64::NAN } else { x.powf(y) }
}

fn doubles(args: &[u128], function: fn(f64, f64) -> f64) -> Answer {
    let [x, y] = [0, 1].map(|at| f64::from_bits(long_at(args, at) as u64));
    reference(function(x, y).to_bits())
}

fn double(args: &[u128], function: fn(f64) -> f64) -> Answer {
    let value = f64::from_bits(long_at(args, 0) as u64);
    reference(function(value).to_bits())
}
