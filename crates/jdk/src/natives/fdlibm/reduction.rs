//! The remainder of a number by π/2 as two numbers (`e_rem_pio2.c`, `k_rem_pio2.c`).
//!
//! Up to 2^19 π/2 by subtraction of multiples of π/2 in up to three pieces (Cody and Waite); beyond, by the bits of 2/π
//! that matter for the size of the number (Payne and Hanek).

use super::{high, low, magnitude};

const TWO24: f64 = 16_777_216.0;
const TWO_TO_MINUS_24: f64 = 5.960464477539063e-08;
const INVERSE: f64 = std::f64::consts::FRAC_2_PI;
/// π/2 in pieces of 33 bits, each with what follows it.
const PIECES: [(f64, f64); 3] = [
    (1.5707963267341256, 6.077100506506192e-11),
    (6.077100506303966e-11, 2.0222662487959506e-21),
    (2.0222662487111665e-21, 8.4784276603689e-32),
];

/// The quadrant, and the remainder with its tail; `None` for what is not finite.
pub(super) fn reduced(x: f64) -> Option<(i32, [f64; 2])> {
    let ix = magnitude(x);
    if ix >= 0x7ff0_0000 {
        return None;
    }
    let (n, [y, tail]) = match ix {
        ..0x4002_d97c => near(x.abs(), ix),
        0x4002_d97c..=0x4139_21fb => medium(x.abs(), ix),
        _ => large(x.abs(), ix),
    };
    Some(if x < 0.0 { (-n, [-y, -tail]) } else { (n, [y, tail]) })
}

/// Below 3π/4.
fn near(x: f64, ix: i32) -> (i32, [f64; 2]) {
    let (piece, mut tail) = PIECES[0];
    let mut z = x - piece;
    if ix == 0x3ff9_21fb {
        z -= PIECES[1].0;
        tail = PIECES[1].1;
    }
    let y = z - tail;
    (1, [y, (z - y) - tail])
}

fn medium(x: f64, ix: i32) -> (i32, [f64; 2]) {
    let n = (x * INVERSE + 0.5) as i32;
    let fraction = f64::from(n);
    let mut r = x - fraction * PIECES[0].0;
    let mut w = fraction * PIECES[0].1;
    let mut y = r - w;
    // Bits that were lost by cancellation ask for the next piece.
    for (piece, lost) in [(1, 16), (2, 49)] {
        if (ix >> 20) - (high(y) >> 20 & 0x7ff) <= lost {
            break;
        }
        let t = r;
        w = fraction * PIECES[piece].0;
        r = t - w;
        w = fraction * PIECES[piece].1 - ((t - r) - w);
        y = r - w;
    }
    (n, [y, (r - y) - w])
}

fn large(x: f64, ix: i32) -> (i32, [f64; 2]) {
    let exponent = (ix >> 20) - 1046;
    let mut z = f64::from_bits(u64::from((ix - (exponent << 20)) as u32) << 32 | u64::from(low(x)));
    let mut parts = [0.0; 3];
    for part in &mut parts[..2] {
        *part = f64::from(z as i32);
        z = (z - *part) * TWO24;
    }
    parts[2] = z;
    let count = parts.iter().rposition(|&part| part != 0.0).map_or(1, |last| last + 1);
    payne_hanek(&parts[..count], exponent)
}

/// 2^power.
fn two_to(power: i32) -> f64 {
    libm::scalbn(1.0, power)
}

/// The remainder of the number with the parts `x` of 24 bits, the first of which counts 2^exponent.
fn payne_hanek(x: &[f64], exponent: i32) -> (i32, [f64; 2]) {
    /// Terms to begin with.
    const FIRST: usize = 4;
    let jx = x.len() - 1;
    let jv = ((exponent - 3) / 24).max(0);
    let mut q0 = exponent - 24 * (jv + 1);
    let digit =
        |at: i32| usize::try_from(at).ok().and_then(|at| TWO_OVER_PI.get(at)).map_or(0.0, |&d| f64::from(d));
    let mut f = [0.0; 20];
    for (i, value) in f.iter_mut().enumerate().take(jx + FIRST + 1) {
        *value = digit(jv - jx as i32 + i as i32);
    }
    let product = |f: &[f64; 20], i: usize| (0..=jx).fold(0.0, |sum, j| sum + x[j] * f[jx + i - j]);
    let mut q = [0.0; 20];
    for (i, value) in q.iter_mut().enumerate().take(FIRST + 1) {
        *value = product(&f, i);
    }
    let mut iq = [0_i32; 20];
    let mut jz = FIRST;
    let (mut z, n, ih) = loop {
        let (z, n, ih) = distilled(&q, &mut iq, jz, q0);
        let is_zero = z == 0.0 && iq[FIRST..jz].iter().all(|&digit| digit == 0);
        if !is_zero {
            break (z, n, ih);
        }
        let more = (1..=FIRST).find(|&k| iq[FIRST - k] != 0).unwrap_or(FIRST);
        for i in jz + 1..=jz + more {
            f[jx + i] = digit(jv + i as i32);
            q[i] = product(&f, i);
        }
        jz += more;
    };
    if z == 0.0 {
        jz -= 1;
        q0 -= 24;
        while iq[jz] == 0 {
            jz -= 1;
            q0 -= 24;
        }
    } else {
        z = libm::scalbn(z, -q0);
        if z >= TWO24 {
            let above = f64::from((TWO_TO_MINUS_24 * z) as i32);
            iq[jz] = (z - TWO24 * above) as i32;
            jz += 1;
            q0 += 24;
            iq[jz] = above as i32;
        } else {
            iq[jz] = z as i32;
        }
    }
    let [y, tail] = times_half_pi(&iq, jz, q0);
    (n & 7, if ih == 0 { [y, tail] } else { [-y, -tail] })
}

/// Cuts the product into digits of 24 bits and takes whole quadrants off: what is left, the quadrant, and whether it was
/// more than a half.
fn distilled(q: &[f64; 20], iq: &mut [i32; 20], jz: usize, q0: i32) -> (f64, i32, i32) {
    let mut z = q[jz];
    for (i, j) in (1..=jz).rev().enumerate() {
        let above = f64::from((TWO_TO_MINUS_24 * z) as i32);
        iq[i] = (z - TWO24 * above) as i32;
        z = q[j - 1] + above;
    }
    z = libm::scalbn(z, q0);
    z -= 8.0 * (z * 0.125).floor();
    let mut n = z as i32;
    z -= f64::from(n);
    let mut ih = 0;
    if q0 > 0 {
        let i = iq[jz - 1] >> (24 - q0);
        n += i;
        iq[jz - 1] -= i << (24 - q0);
        ih = iq[jz - 1] >> (23 - q0);
    } else if q0 == 0 {
        ih = iq[jz - 1] >> 23;
    } else if z >= 0.5 {
        ih = 2;
    }
    if ih > 0 {
        n += 1;
        let mut carry = false;
        for digit in &mut iq[..jz] {
            if carry {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                carry = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        match q0 {
            1 => iq[jz - 1] &= 0x7f_ffff,
            2 => iq[jz - 1] &= 0x3f_ffff,
            _ => {}
        }
        if ih == 2 {
            z = 1.0 - z;
            if carry {
                z -= two_to(q0);
            }
        }
    }
    (z, n, ih)
}

/// The digits times π/2, as a number and its tail.
fn times_half_pi(iq: &[i32; 20], jz: usize, q0: i32) -> [f64; 2] {
    const HALF_PI: [f64; 5] = [
        1.570796251296997,
        7.549789415861596e-08,
        5.390302529957765e-15,
        3.282003415807913e-22,
        1.270655753080676e-29,
    ];
    let mut q = [0.0; 20];
    let mut weight = two_to(q0);
    for i in (0..=jz).rev() {
        q[i] = weight * f64::from(iq[i]);
        weight *= TWO_TO_MINUS_24;
    }
    let mut fq = [0.0; 20];
    for i in (0..=jz).rev() {
        let terms = HALF_PI.len().min(jz - i + 1);
        fq[jz - i] = (0..terms).fold(0.0, |sum, k| sum + HALF_PI[k] * q[i + k]);
    }
    let y = fq[..=jz].iter().rev().fold(0.0, |sum, &term| sum + term);
    let tail = fq[1..=jz].iter().fold(fq[0] - y, |sum, &term| sum + term);
    [y, tail]
}

/// 2/π behind the point, in digits of 24 bits.
const TWO_OVER_PI: [u32; 66] = [
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB,
    0xC561B7, 0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5,
    0x2EBB44, 0x84E99C, 0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8,
    0x97FFDE, 0x05980F, 0xEF2F11, 0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D,
    0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7, 0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B,
    0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E, 0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880,
    0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
];
