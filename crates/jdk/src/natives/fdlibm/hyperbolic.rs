//! Hyperbolic functions (`e_sinh.c`, `e_cosh.c`, `s_tanh.c`).

use super::{low, magnitude};
use libm::{exp, expm1};

/// Beyond it, the exponential function is out of range.
const EXP_END: i32 = 0x4086_2e42;

/// Whether half the exponential of `x` is in range.
fn fits(x: f64) -> bool {
    let ix = magnitude(x);
    ix < 0x4086_33ce || ix == 0x4086_33ce && low(x) <= 0x8fb9_f87d
}

pub fn sinh(x: f64) -> f64 {
    let ix = magnitude(x);
    if ix >= 0x7ff0_0000 {
        return x + x;
    }
    let h = if x < 0.0 { -0.5 } else { 0.5 };
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = expm1(x.abs());
        return match ix < 0x3ff0_0000 {
            true => h * (2.0 * t - t * t / (t + 1.0)),
            false => h * (t + t / (t + 1.0)),
        };
    }
    if ix < EXP_END {
        return h * exp(x.abs());
    }
    if fits(x) {
        let w = exp(0.5 * x.abs());
        let t = h * w;
        return t * w;
    }
    x * 1.0e307
}

pub fn cosh(x: f64) -> f64 {
    let ix = magnitude(x);
    if ix >= 0x7ff0_0000 {
        return x * x;
    }
    if ix < 0x3fd6_2e43 {
        let t = expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < EXP_END {
        return 0.5 * exp(x.abs());
    }
    if fits(x) {
        let w = exp(0.5 * x.abs());
        let t = 0.5 * w;
        return t * w;
    }
    f64::INFINITY
}

pub fn tanh(x: f64) -> f64 {
    let ix = magnitude(x);
    if ix >= 0x7ff0_0000 {
        return if x.is_sign_negative() { 1.0 / x - 1.0 } else { 1.0 / x + 1.0 };
    }
    let z = if ix < 0x4036_0000 {
        if ix < 0x3c80_0000 {
            return x * (1.0 + x);
        }
        if ix >= 0x3ff0_0000 {
            1.0 - 2.0 / (expm1(2.0 * x.abs()) + 2.0)
        } else {
            let t = expm1(-2.0 * x.abs());
            -t / (t + 2.0)
        }
    } else {
        1.0 - 1.0e-300
    };
    if x.is_sign_negative() { -z } else { z }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_value_near_the_end_of_the_range_is_that_of_the_jdk() {
        assert_eq!(super::sinh(710.0), 1.1169973830808557E308);
        assert_eq!(super::cosh(711.0), f64::INFINITY);
        assert_eq!(super::tanh(-50.0), -1.0);
    }
}
