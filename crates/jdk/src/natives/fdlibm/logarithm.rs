//! Logarithms (`e_log.c`, `e_log10.c`, `s_log1p.c`).
//!
//! x = 2^k (1 + f) with 1 + f between √2/2 and √2; the logarithm of 1 + f is a polynomial in s = f / (2 + f).

use super::{high, with_high};

const TWO54: f64 = 18_014_398_509_481_984.0;
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const LG: [f64; 7] = [
    0.6666666666666735,
    0.3999999999940942,
    0.2857142874366239,
    0.22222198432149784,
    0.1818357216161805,
    0.15313837699209373,
    0.14798198605116586,
];
/// A third, as fdlibm writes it.
const THIRD: f64 = 0.3333333333333333;
const TWO_THIRDS: f64 = 0.6666666666666666;

/// What logarithms of 0, of what is below, and of what is not a number give.
fn outside(x: f64) -> Option<f64> {
    match x {
        _ if x == 0.0 => Some(f64::NEG_INFINITY),
        _ if x < 0.0 || x.is_nan() => Some(f64::NAN),
        _ => None,
    }
}

/// The natural logarithm.
pub fn log(mut x: f64) -> f64 {
    if let Some(value) = outside(x) {
        return value;
    }
    let (mut hx, mut k) = (high(x), 0);
    if hx < 0x0010_0000 {
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    hx &= 0x000f_ffff;
    let i = (hx + 0x9_5f64) & 0x10_0000;
    x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let (f, dk) = (x - 1.0, f64::from(k));
    if 0x000f_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + dk * LN2_LOW };
        }
        let r = f * f * (0.5 - THIRD * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - dk * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if (hx - 0x6_147a) | (0x6_b851 - hx) > 0 {
        let hfsq = 0.5 * f * f;
        return match k {
            0 => f - (hfsq - s * (hfsq + r)),
            _ => dk * LN2_HIGH - ((hfsq - (s * (hfsq + r) + dk * LN2_LOW)) - f),
        };
    }
    match k {
        0 => f - s * (f - r),
        _ => dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f),
    }
}

/// The logarithm to base 10.
pub fn log10(mut x: f64) -> f64 {
    const IVLN10: f64 = std::f64::consts::LOG10_E;
    const LOG10_2_HIGH: f64 = 0.30102999566361177;
    const LOG10_2_LOW: f64 = 3.694239077158931e-13;
    if let Some(value) = outside(x) {
        return value;
    }
    let (mut hx, mut k) = (high(x), 0);
    if hx < 0x0010_0000 {
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    let i = i32::from(k < 0);
    let y = f64::from(k + i);
    x = with_high(x, (hx & 0x000f_ffff) | ((0x3ff - i) << 20));
    let z = y * LOG10_2_LOW + IVLN10 * log(x);
    z + y * LOG10_2_HIGH
}

/// The natural logarithm of 1 + x.
pub fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    let (mut k, mut f, mut hu, mut c) = (1, 0.0, 1, 0.0);
    if hx < 0x3fda_827a {
        if ax >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if ax < 0x3e20_0000 {
            return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            (k, f) = (0, x);
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u = x;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            k = (high(u) >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            c /= u;
        } else {
            k = (high(u) >> 20) - 1023;
        }
        hu = high(u) & 0x000f_ffff;
        if hu < 0x6_a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let (hfsq, dk) = (0.5 * f * f, f64::from(k));
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + (c + dk * LN2_LOW) };
        }
        let r = hfsq * (1.0 - TWO_THIRDS * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - (dk * LN2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG[0] + z * (LG[1] + z * (LG[2] + z * (LG[3] + z * (LG[4] + z * (LG[5] + z * LG[6]))))));
    match k {
        0 => f - (hfsq - s * (hfsq + r)),
        _ => dk * LN2_HIGH - ((hfsq - (s * (hfsq + r) + (dk * LN2_LOW + c))) - f),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn logarithms_have_the_values_of_the_ends_of_their_ranges() {
        assert_eq!(super::log(1.0).to_bits(), 0);
        assert_eq!(super::log(0.0), f64::NEG_INFINITY);
        assert!(super::log(-1.0).is_nan() && super::log10(f64::NAN).is_nan() && super::log1p(-2.0).is_nan());
        assert_eq!(super::log10(1000.0), 3.0);
        assert_eq!(super::log(f64::INFINITY), f64::INFINITY);
        assert_eq!(super::log1p(-1.0), f64::NEG_INFINITY);
    }
}
