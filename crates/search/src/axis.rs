//! The number line of one leaf: how a move by so many steps of a scale changes its bits.
//!
//! | kind | scales, in the order tried |
//! |---|---|
//! | integer, character, boolean | 1; on a plateau 2^8, 2^16, 2^32, …; if those see anything, 2^2, 2^4, 2^6, … |
//! | enumeration | its enumerators by position; then like an integer |
//! | float | 10^0, 10^-1, 10^-2, 10^-3 (Galeotti et al. 2015, section III-B), 10^-6, …; then neighbours in the order of floats, by 1, 2^8, 2^16, … |
//!
//! Neighbours in the order of floats are what decimal steps cannot give: from 1e300 a step of 1
//! is absorbed, but doubling steps along the representable numbers cross a magnitude every 52
//! doublings. Moves stop at the ends of the type; a move that changes no bit is no move.
//!
//! x87 extended leaves move along the doubles.

use trine_testcase::leaf::mask;
use trine_testcase::{FloatFormat, LeafKind, LeafRange};

/// The length of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// So many values in the order of the type.
    Ordinal(u128),
    /// So many positions in an enumeration.
    Enumerator,
    /// So much, for floats.
    Decimal(f64),
}

/// When a scale is worth trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always: the scale differs in kind, or is finer.
    Always,
    /// On a plateau: this scale sees farther.
    OnPlateau,
    /// On a plateau beyond which other scales saw a change: this one lies between them.
    NearChange,
}

/// Below or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards smaller values.
    Down,
    /// Towards larger values.
    Up,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }
}

const DECIMALS: [f64; 7] = [1.0, 1e-1, 1e-2, 1e-3, 1e-6, 1e-9, 1e-12];
const FAR: [u32; 6] = [0, 8, 16, 32, 48, 80];

/// The scales of `kind`, by position, and when to try each; `None` after the last.
#[must_use]
pub fn scale(kind: &LeafKind, position: usize) -> Option<(Scale, When)> {
    match kind {
        LeafKind::Float(_) => match DECIMALS.get(position) {
            Some(&decimal) => Some((Scale::Decimal(decimal), When::Always)),
            None => ordinal(kind, position - DECIMALS.len()),
        },
        LeafKind::Enum { .. } if position == 0 => Some((Scale::Enumerator, When::Always)),
        LeafKind::Enum { .. } => ordinal(kind, position - 1),
        _ => ordinal(kind, position),
    }
}

fn ordinal(kind: &LeafKind, position: usize) -> Option<(Scale, When)> {
    // A step of a sixteenth of the range is the longest.
    let longest = order_width(kind).saturating_sub(4);
    let far = FAR.iter().take_while(|&&shift| shift == 0 || shift < longest).count();
    let (shift, when) = match position.checked_sub(far) {
        None if position == 0 => (0, When::Always),
        None => (FAR[position], When::OnPlateau),
        Some(between) => (2 + 2 * between as u32, When::NearChange),
    };
    (shift == 0 || shift < longest).then_some((Scale::Ordinal(1 << shift), when))
}

/// `bits` moved by `steps` of `scale`; `None` when that changes nothing.
#[must_use]
pub fn moved(kind: &LeafKind, bits: u128, scale: Scale, direction: Direction, steps: u128) -> Option<u128> {
    let to = match (scale, kind) {
        (Scale::Enumerator, LeafKind::Enum { values, .. }) => {
            enumerator(kind, values, bits, direction, steps)?
        }
        (Scale::Decimal(unit), LeafKind::Float(format)) => decimal(*format, bits, unit, direction, steps),
        (Scale::Ordinal(unit), _) => {
            let length = steps.saturating_mul(unit);
            from_order(kind, along(to_order(kind, bits), direction, length, order_range(kind)))
        }
        _ => return None,
    };
    (to != bits).then_some(to)
}

/// Steps of `scale` from `bits` to the end of what a leaf of `kind` and `range` takes, the last one rounded up.
#[must_use]
pub fn room(
    kind: &LeafKind,
    range: Option<LeafRange>,
    bits: u128,
    scale: Scale,
    direction: Direction,
) -> u128 {
    let to = |position: u128, (low, high): (u128, u128)| match direction {
        Direction::Down => position.saturating_sub(low),
        Direction::Up => high.saturating_sub(position),
    };
    match (scale, kind) {
        (Scale::Enumerator, LeafKind::Enum { values, .. }) => {
            let last = values.len().saturating_sub(1) as u128;
            let at = values.iter().position(|&known| known == kind.to_int(bits));
            at.map_or(1, |at| to(at as u128, (0, last)))
        }
        (Scale::Decimal(unit), LeafKind::Float(format)) => {
            let (low, high) = match range {
                Some(LeafRange::Float { low, high }) => (low, high),
                _ => float_range(*format),
            };
            let value = format.to_f64(bits);
            let length = if direction == Direction::Up { high - value } else { value - low };
            // A float to u128 saturates, and a NaN goes to 0.
            (length / unit).ceil() as u128
        }
        (Scale::Ordinal(unit), _) => {
            let end = |value: u128| to_order(kind, value);
            let ends = match range {
                Some(LeafRange::Int { low, high }) => (end(kind.from_int(low)), end(kind.from_int(high))),
                Some(LeafRange::Float { low, high }) => match kind {
                    LeafKind::Float(format) => (end(format.from_f64(low)), end(format.from_f64(high))),
                    _ => order_range(kind),
                },
                None => order_range(kind),
            };
            to(to_order(kind, bits), ends).div_ceil(unit)
        }
        _ => 0,
    }
}

fn along(position: u128, direction: Direction, length: u128, (low, high): (u128, u128)) -> u128 {
    match direction {
        Direction::Down => position.saturating_sub(length).clamp(low, high),
        Direction::Up => position.saturating_add(length).clamp(low, high),
    }
}

fn enumerator(
    kind: &LeafKind,
    values: &[i128],
    bits: u128,
    direction: Direction,
    steps: u128,
) -> Option<u128> {
    let last = values.len().checked_sub(1)?;
    let value = kind.to_int(bits);
    let to = match values.iter().position(|&known| known == value) {
        Some(at) => along(at as u128, direction, steps, (0, last as u128)) as usize,
        // Back among the enumerators, at the end the move comes from.
        None if direction == Direction::Up => 0,
        None => last,
    };
    Some(kind.from_int(values[to]))
}

fn decimal(format: FloatFormat, bits: u128, unit: f64, direction: Direction, steps: u128) -> u128 {
    let value = format.to_f64(bits);
    if !value.is_finite() {
        return bits;
    }
    let length = steps as f64 * unit;
    let to = if direction == Direction::Up { value + length } else { value - length };
    // On the decimal grid where we are near it, so that 0.1 + 0.2 becomes 0.3.
    let grid = (to / unit).round() / (1.0 / unit).round();
    let to = if unit < 1.0 && (grid - to).abs() <= unit * 1e-6 { grid } else { to };
    let (low, high) = float_range(format);
    format.from_f64(to.clamp(low, high))
}

/// The finite extremes; of the doubles, for wider formats.
fn float_range(format: FloatFormat) -> (f64, f64) {
    match format {
        FloatFormat::F32 => (f64::from(f32::MIN), f64::from(f32::MAX)),
        _ => (f64::MIN, f64::MAX),
    }
}

/// Number of values of `kind` in its order.
#[must_use]
pub fn count(kind: &LeafKind) -> f64 {
    let (low, high) = order_range(kind);
    (high - low) as f64 + 1.0
}

/// Width of the number in which values of `kind` are ordered.
fn order_width(kind: &LeafKind) -> u32 {
    match kind {
        LeafKind::Float(FloatFormat::F32) => 32,
        LeafKind::Float(_) => 64,
        _ => kind.bits(),
    }
}

/// A number that is ordered like the values.
fn to_order(kind: &LeafKind, bits: u128) -> u128 {
    let width = order_width(kind);
    let sign = 1 << (width - 1);
    match kind {
        LeafKind::Float(format) => {
            let bits = match format {
                FloatFormat::F80 => u128::from(format.to_f64(bits).to_bits()),
                _ => bits,
            };
            if bits & sign != 0 { !bits & mask(width) } else { bits | sign }
        }
        _ if kind.is_signed() => (bits & mask(width)) ^ sign,
        _ => bits & mask(width),
    }
}

fn from_order(kind: &LeafKind, position: u128) -> u128 {
    let width = order_width(kind);
    let sign = 1 << (width - 1);
    match kind {
        LeafKind::Float(format) => {
            let bits = if position & sign == 0 { !position & mask(width) } else { position & !sign };
            match format {
                FloatFormat::F80 => format.from_f64(f64::from_bits(bits as u64)),
                _ => bits,
            }
        }
        _ if kind.is_signed() => position ^ sign,
        _ => position,
    }
}

/// The ends of the order: for floats the infinities, so that moves never make a NaN.
fn order_range(kind: &LeafKind) -> (u128, u128) {
    match kind {
        LeafKind::Float(format) => {
            let end = |value: f64| to_order(kind, format.from_f64(value));
            (end(f64::NEG_INFINITY), end(f64::INFINITY))
        }
        _ => (0, mask(kind.bits())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Up};

    const ONE: Scale = Scale::Ordinal(1);

    fn int(bits: u32, signed: bool) -> LeafKind {
        LeafKind::Int { bits, signed }
    }

    #[test]
    fn integers_stop_at_the_ends_of_their_type() {
        let byte = int(8, true);
        let go = |value: i128, direction, steps| {
            moved(&byte, byte.from_int(value), ONE, direction, steps).map(|bits| byte.to_int(bits))
        };
        assert_eq!(go(100, Up, 1000), Some(127));
        assert_eq!(go(127, Up, 1), None);
        assert_eq!(go(-128, Down, 1), None);
        assert_eq!(go(-1, Up, 1), Some(0));
        assert_eq!(moved(&int(128, false), u128::MAX - 1, ONE, Up, 5), Some(u128::MAX));
    }

    #[test]
    fn enumerations_move_by_position_and_come_back_from_elsewhere() {
        let kind = LeafKind::Enum { bits: 32, signed: false, values: vec![1, 10, 100] };
        let go = |bits, direction, steps| moved(&kind, bits, Scale::Enumerator, direction, steps);
        assert_eq!(go(1, Up, 1), Some(10));
        assert_eq!(go(1, Up, 8), Some(100));
        assert_eq!(go(1, Down, 1), None);
        assert_eq!(go(55, Up, 1), Some(1));
        assert_eq!(moved(&kind, 1, ONE, Up, 1), Some(2));
    }

    #[test]
    fn floats_move_by_decimals_and_along_the_order_of_floats() {
        let double = LeafKind::Float(FloatFormat::F64);
        let bits = |value: f64| u128::from(value.to_bits());
        assert_eq!(moved(&double, bits(0.1), Scale::Decimal(0.1), Up, 2), Some(bits(0.3)));
        assert_eq!(moved(&double, bits(1e300), Scale::Decimal(1.0), Up, 1), None);
        assert_eq!(moved(&double, bits(1e300), ONE, Down, 1), Some(bits(1e300f64.next_down())));
        assert_eq!(moved(&double, bits(-0.0), ONE, Up, 1), Some(bits(0.0)));
        assert_eq!(moved(&double, bits(f64::MAX), ONE, Up, 7), Some(bits(f64::INFINITY)));
        assert_eq!(moved(&double, bits(f64::NAN), ONE, Down, 1), Some(bits(f64::INFINITY)));
    }

    #[test]
    fn the_order_is_that_of_the_values() {
        let single = LeafKind::Float(FloatFormat::F32);
        let values = [f32::NEG_INFINITY, -1.5, -1e-40, -0.0, 0.0, 1e-40, 1.0, f32::INFINITY];
        let order = values.map(|value| to_order(&single, value.to_bits().into()));
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]));
        for (value, order) in values.into_iter().zip(order) {
            assert_eq!(from_order(&single, order), u128::from(value.to_bits()));
        }
    }
}
