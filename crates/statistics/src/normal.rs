//! The tail of the standard normal distribution.
//!
//! Below 3 by the series of the error function with positive terms only (Abramowitz and Stegun 7.1.6), beyond by the
//! continued fraction of its complement (7.1.14), evaluated from its end. Relative error below 1e-11.

/// Where the series gives way to the continued fraction.
const SERIES_END: f64 = 3.0;

/// The probability that a standard normal variable exceeds `z`: in [0, 1]. Not a number when `z` is not.
///
/// ```
/// assert!((trine_statistics::normal::upper_tail(1.96) - 0.025).abs() < 1e-5);
/// ```
pub fn upper_tail(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let tail = 0.5 * if x < SERIES_END { 1.0 - series(x) } else { fraction(x) };
    if z < 0.0 { 1.0 - tail } else { tail }
}

/// The error function, for `x` in [0, [`SERIES_END`]].
fn series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut n = 0.0;
    while term > sum * 1e-17 {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    2.0 / std::f64::consts::PI.sqrt() * (-x * x).exp() * sum
}

/// The complement of the error function, for `x` from [`SERIES_END`].
fn fraction(x: f64) -> f64 {
    let denominator = (1..=60).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below);
    (-x * x).exp() / (std::f64::consts::PI.sqrt() * denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.norm.sf(z)`, SciPy 1.17.1.
    const SCIPY: [(f64, f64); 9] = [
        (0.0, 0.5),
        (0.5, 0.3085375387259869),
        (1.0, 0.15865525393145707),
        (1.96, 0.024997895148220435),
        (3.0, 0.0013498980316300933),
        (5.0, 2.866515718791933e-07),
        (8.0, 6.22096057427174e-16),
        (20.0, 2.7536241186061556e-89),
        (37.0, 5.7255712225239266e-300),
    ];

    #[test]
    fn tails_are_those_of_scipy() {
        for (z, expected) in SCIPY {
            let error = (upper_tail(z) - expected).abs() / expected;
            assert!(error < 1e-11, "z = {z}: relative error {error}");
        }
    }

    #[test]
    fn both_tails_add_up_to_one() {
        for (z, _) in SCIPY {
            assert!((upper_tail(z) + upper_tail(-z) - 1.0).abs() < 1e-15);
        }
    }
}
