//! Sine and cosine (`s_sin.c`, `s_cos.c`, `k_sin.c`, `k_cos.c`): polynomials up to π/4, after [reduction](super::reduction).

use super::reduction::reduced;
use super::{magnitude, with_high};

const S: [f64; 6] = [
    -0.16666666666666632,
    0.00833333333332249,
    -0.0001984126982985795,
    2.7557313707070068e-06,
    -2.5050760253406863e-08,
    1.58969099521155e-10,
];
const C: [f64; 6] = [
    0.0416666666666666,
    -0.001388888888887411,
    2.480158728947673e-05,
    -2.7557314351390663e-07,
    2.087572321298175e-09,
    -1.1359647557788195e-11,
];
/// The high word of π/4.
const QUARTER: i32 = 0x3fe9_21fb;

/// The sine of x + y, where y is the tail of x; none where the argument was not reduced.
fn kernel_sin(x: f64, y: Option<f64>) -> f64 {
    if magnitude(x) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    match y {
        None => x + v * (S[0] + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * S[0]),
    }
}

fn kernel_cos(x: f64, y: f64) -> f64 {
    let ix = magnitude(x);
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let qx = if ix > 0x3fe9_0000 { 0.28125 } else { with_high(0.0, ix - 0x0020_0000) };
    let hz = 0.5 * z - qx;
    let a = 1.0 - qx;
    a - (hz - (z * r - x * y))
}

pub fn sin(x: f64) -> f64 {
    if magnitude(x) <= QUARTER {
        return kernel_sin(x, None);
    }
    let Some((quadrant, [y, tail])) = reduced(x) else { return f64::NAN };
    match quadrant & 3 {
        0 => kernel_sin(y, Some(tail)),
        1 => kernel_cos(y, tail),
        2 => -kernel_sin(y, Some(tail)),
        _ => -kernel_cos(y, tail),
    }
}

pub fn cos(x: f64) -> f64 {
    if magnitude(x) <= QUARTER {
        return kernel_cos(x, 0.0);
    }
    let Some((quadrant, [y, tail])) = reduced(x) else { return f64::NAN };
    match quadrant & 3 {
        0 => kernel_cos(y, tail),
        1 => -kernel_sin(y, Some(tail)),
        2 => -kernel_cos(y, tail),
        _ => kernel_sin(y, Some(tail)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_are_near_those_of_the_system_for_small_and_huge_arguments() {
        let mut x = 1.0e-9;
        while x < 1.0e300 {
            for x in [x, -x] {
                assert!((super::sin(x) - x.sin()).abs() < 1e-15, "sin {x}");
                assert!((super::cos(x) - x.cos()).abs() < 1e-15, "cos {x}");
            }
            x *= 1.37;
        }
        assert!(super::sin(f64::INFINITY).is_nan());
    }
}
