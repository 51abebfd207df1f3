//! Values of leaves: drawn at random, taken from the code's constants, and changed a little.
//!
//! As EvoSuite does (Fraser and Arcuri, TSE 2013, 4.2): numbers change by a small delta or are replaced, of strings each character is
//! replaced, removed or gets a neighbour with probability 1/n. Deviation: boundary values of the type are drawn, too.

use crate::draft::Draft;
use trine_base::Stream;
use trine_testcase::objects::{Constants, Operand};
use trine_testcase::{FloatFormat, LeafId, LeafKind};

/// Strings grow no longer than this by mutation.
const MAX_TEXT: usize = 40;

/// A value for a leaf of this kind.
pub fn random_value(kind: &LeafKind, constants: &Constants, rng: &mut Stream) -> u128 {
    match kind {
        LeafKind::Bool => u128::from(rng.chance(0.5)),
        LeafKind::Float(format) => float_bits(random_float(constants, rng), *format),
        LeafKind::Char { .. } => kind.from_int(i128::from(random_char(constants, rng))),
        _ => kind.from_int(random_int(kind, constants, rng)),
    }
}

fn random_int(kind: &LeafKind, constants: &Constants, rng: &mut Stream) -> i128 {
    let (least, most) = kind.int_range();
    let mined = &constants.integers;
    match rng.below(20) {
        0..8 if !mined.is_empty() => {
            let near = i128::from(mined[rng.position(mined.len())]) + [0, 0, 0, 1, -1][rng.position(5)];
            near.clamp(least, most)
        }
        8 => [least, most, 0, -1, most - 1][rng.position(5)].clamp(least, most),
        9 => i128::from(rng.bits() as i64) & most,
        10..12 => i128::from(rng.below(2001)) - 1000,
        _ => i128::from(rng.below(41)) - 10,
    }
}

/// Characters that the code compares with, digits, letters, or any that can be printed.
fn random_char(constants: &Constants, rng: &mut Stream) -> u16 {
    let any = |rng: &mut Stream| u16::from(b' ') + rng.below(95) as u16;
    let of_text = &constants.strings;
    match rng.below(10) {
        0..3 => {
            let printed = |&&value: &&i64| (9..127).contains(&value);
            let count = constants.integers.iter().filter(printed).count();
            let chosen = constants.integers.iter().filter(printed).nth(rng.position(count.max(1)));
            chosen.map_or_else(|| any(rng), |&value| value as u16)
        }
        3 if !of_text.is_empty() => {
            let text = &of_text[rng.position(of_text.len())];
            if text.is_empty() { u16::from(b' ') } else { text[rng.position(text.len())] }
        }
        3..5 => u16::from(b'0') + rng.below(10) as u16,
        5 | 6 => u16::from(if rng.chance(0.5) { b'a' } else { b'A' }) + rng.below(26) as u16,
        7 if !constants.integers.is_empty() => {
            constants.integers[rng.position(constants.integers.len())] as u16
        }
        _ => any(rng),
    }
}

fn random_float(constants: &Constants, rng: &mut Stream) -> f64 {
    let mined = &constants.floats;
    match rng.below(20) {
        0..6 if !mined.is_empty() => mined[rng.position(mined.len())],
        6 => [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE]
            [rng.position(7)],
        7..12 => (rng.below(41) as f64) - 10.0,
        12..15 => ((rng.below(200_001) as f64) - 100_000.0) / 100.0,
        15..17 if !constants.integers.is_empty() => {
            constants.integers[rng.position(constants.integers.len())] as f64
        }
        _ => (rng.unit() - 0.5) * 20.0,
    }
}

/// The bits of a number in a format of the language.
#[must_use]
pub fn float_bits(value: f64, format: FloatFormat) -> u128 {
    match format {
        FloatFormat::F32 => u128::from((value as f32).to_bits()),
        _ => u128::from(value.to_bits()),
    }
}

/// The number that bits stand for.
#[must_use]
pub fn float_value(bits: u128, format: FloatFormat) -> f64 {
    match format {
        FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// The units of a string.
pub fn random_text(constants: &Constants, rng: &mut Stream) -> Vec<u16> {
    let mined = &constants.strings;
    match rng.below(20) {
        0..10 if !mined.is_empty() => mined[rng.position(mined.len())].clone(),
        10 => Vec::new(),
        11..14 => (rng.below(201) as i64 - 50).to_string().encode_utf16().collect(),
        _ => (0..1 + rng.below(8)).map(|_| random_char(constants, rng)).collect(),
    }
}

/// Changes the value of a leaf.
pub fn mutate_leaf(draft: &mut Draft, leaf: LeafId, constants: &Constants, rng: &mut Stream) {
    let kind = draft.kind(leaf).clone();
    let old = *draft.value(leaf);
    let new = match &kind {
        LeafKind::Bool => old ^ 1,
        _ if rng.chance(0.3) => random_value(&kind, constants, rng),
        LeafKind::Float(format) => {
            let value = float_value(old, *format);
            let delta = (rng.unit() - 0.5) * 20.0;
            let near = [value + delta.round(), value + delta, value.trunc(), -value, value * 2.0];
            float_bits(near[rng.position(near.len())], *format)
        }
        _ => {
            let delta = 1 + i128::from(rng.below(20));
            kind.from_int(kind.to_int(old) + if rng.chance(0.5) { delta } else { -delta })
        }
    };
    *draft.value(leaf) = new;
}

/// Changes a string.
pub fn mutate_text(draft: &mut Draft, leaves: &[LeafId], constants: &Constants, rng: &mut Stream) -> Operand {
    let mut units = draft.units(leaves);
    let mined = &constants.strings;
    match rng.below(12) {
        0 => units = random_text(constants, rng),
        // A constant of the code inside of the string.
        1..3 if !mined.is_empty() => {
            let part = &mined[rng.position(mined.len())];
            let at = rng.position(units.len() + 1);
            units.splice(at..at, part.iter().copied());
        }
        3 if units.len() > 1 => {
            let from = rng.position(units.len());
            let to = from + 1 + rng.position(units.len() - from);
            units.drain(from..to);
        }
        _ => mutate_units(&mut units, constants, rng),
    }
    units.truncate(MAX_TEXT.max(leaves.len()));
    draft.text("", &units)
}

/// Each unit is replaced, removed or gets a neighbour with probability 1/n; at least one is.
fn mutate_units(units: &mut Vec<u16>, constants: &Constants, rng: &mut Stream) {
    let chance = 1.0 / units.len().max(1) as f64;
    let mut changed = false;
    let mut at = 0;
    while at < units.len() {
        if rng.chance(chance) {
            changed = true;
            match rng.below(3) {
                0 => units[at] = random_char(constants, rng),
                1 => {
                    units.remove(at);
                    continue;
                }
                _ => units.insert(at, random_char(constants, rng)),
            }
        }
        at += 1;
    }
    if !changed {
        units.insert(rng.position(units.len() + 1), random_char(constants, rng));
    }
}
