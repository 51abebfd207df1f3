//! Random values worth trying: uniform bits hit few branches of real code, so most draws come
//! from where programs branch.
//!
//! | share | integers | floats |
//! |---|---|---|
//! | 3/10 | constants of the code (when it has any) | the same |
//! | 3/10 | -16 … 16, half of them 0, 1, -1 | small integers, and halves |
//! | 1/10 | the ends of the type, and near them | 0, -0, infinities, NaN, extremes |
//! | 1/10 | a power of two, ±1 | a power of ten |
//! | 2/10 | random bits of random length | random bits |
//!
//! Characters prefer printable ones and NUL; enumerations their enumerators. Runs of characters
//! may receive a whole string literal of the code.

use crate::constants::ConstantPool;
use std::sync::Arc;
use trine_base::Stream;
use trine_testcase::LeafKind;
use trine_testcase::leaf::mask;

/// Strings that code which reads numbers, words or lines treats in its own way.
pub const COMMON_STRINGS: [&str; 16] = [
    "0",
    "7",
    "-1",
    "+12",
    " 42 ",
    "1.5",
    "1e309",
    "0x1F",
    "2147483648",
    "99999999999999999999999",
    "-99999999999999999999999",
    "a",
    "word two",
    "key=value",
    "a,b;c",
    "line\n",
];

/// Draws values, biased towards those that matter.
#[derive(Clone, Debug, Default)]
pub struct RandomValues {
    pool: Arc<ConstantPool>,
}

impl RandomValues {
    /// Values biased towards the constants of `pool`.
    #[must_use]
    pub fn new(pool: Arc<ConstantPool>) -> Self {
        Self { pool }
    }

    /// The constants that values are drawn from.
    #[must_use]
    pub fn pool(&self) -> &ConstantPool {
        &self.pool
    }

    /// A value for a leaf of `kind`.
    #[must_use]
    pub fn value(&self, kind: &LeafKind, stream: &mut Stream) -> u128 {
        match kind {
            LeafKind::Bool => stream.below(2).into(),
            LeafKind::Char { .. } => self.character(kind, stream),
            LeafKind::Enum { values, .. } if !values.is_empty() && stream.below(10) < 9 => {
                kind.from_int(values[stream.position(values.len())])
            }
            LeafKind::Float(format) => format.from_f64(self.float(stream)),
            _ => self.integer(kind, stream),
        }
    }

    /// Values for leaves of these kinds; `leaves` is of the same length.
    pub fn fill(&self, kinds: &[LeafKind], stream: &mut Stream, leaves: &mut [u128]) {
        for (kind, leaf) in kinds.iter().zip(leaves.iter_mut()) {
            *leaf = self.value(kind, stream);
        }
        let has_text = kinds.iter().any(|kind| matches!(kind, LeafKind::Char { .. }));
        let strings = self.pool.strings();
        if !strings.is_empty() && stream.chance(0.3) {
            let text = &strings[stream.position(strings.len())];
            write_text(kinds, text, stream, leaves);
        } else if has_text && stream.chance(0.15) {
            let text = COMMON_STRINGS[stream.position(COMMON_STRINGS.len())];
            write_text(kinds, text.as_bytes(), stream, leaves);
        }
    }

    /// A string literal of the code, or a text that code often treats in its own way.
    #[must_use]
    pub fn text(&self, stream: &mut Stream) -> &[u8] {
        let strings = self.pool.strings();
        if !strings.is_empty() && stream.chance(0.8) {
            &strings[stream.position(strings.len())]
        } else {
            COMMON_STRINGS[stream.position(COMMON_STRINGS.len())].as_bytes()
        }
    }

    fn integer(&self, kind: &LeafKind, stream: &mut Stream) -> u128 {
        let mined = self.pool.integers();
        let bits = kind.bits();
        match stream.below(10) {
            0..3 if !mined.is_empty() => kind.from_int(mined[stream.position(mined.len())]),
            0..5 => kind.from_int([0, 1, -1][stream.position(3)].max(lowest(kind))),
            5 => kind.from_int((stream.below(33) as i128 - 16).max(lowest(kind))),
            6 => near_the_ends(kind, stream),
            7 => {
                let power = 1u128 << stream.below(bits.into());
                power.wrapping_add(stream.below(3).into()).wrapping_sub(1) & mask(bits)
            }
            _ => random_bits(stream) & mask(1 + stream.below(bits.into()) as u32),
        }
    }

    fn character(&self, kind: &LeafKind, stream: &mut Stream) -> u128 {
        let of = |text: &[u8], stream: &mut Stream| u128::from(text[stream.position(text.len())]);
        match stream.below(10) {
            0..2 => u128::from(b' ') + u128::from(stream.below(95)),
            2..4 => of(b"0123456789", stream),
            4..6 => of(b"abcxyzABCXYZ", stream),
            6 => of(b" \t\n\0\0\0", stream),
            7 => of(b"+-.,:;/\\\"'(){}[]<>=%&|!?*_#@", stream),
            _ => self.integer(kind, stream),
        }
    }

    fn float(&self, stream: &mut Stream) -> f64 {
        let mined = self.pool.floats();
        match stream.below(10) {
            0..3 if !mined.is_empty() => mined[stream.position(mined.len())],
            0..5 => stream.below(33) as f64 - 16.0,
            5 => (stream.below(65) as f64 - 32.0) / 2.0,
            6 => SPECIAL[stream.position(SPECIAL.len())],
            7 => sign(stream) * 10f64.powi(stream.below(31) as i32 - 15),
            8 => sign(stream) * stream.unit() * 1000.0,
            _ => f64::from_bits(stream.bits()),
        }
    }
}

const SPECIAL: [f64; 9] = [
    0.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    f64::EPSILON,
];

fn sign(stream: &mut Stream) -> f64 {
    if stream.chance(0.5) { 1.0 } else { -1.0 }
}

fn random_bits(stream: &mut Stream) -> u128 {
    u128::from(stream.bits()) << 64 | u128::from(stream.bits())
}

/// -∞ for signed kinds, 0 for unsigned: small negative numbers are not small there.
fn lowest(kind: &LeafKind) -> i128 {
    if kind.is_signed() { i128::MIN } else { 0 }
}

fn near_the_ends(kind: &LeafKind, stream: &mut Stream) -> u128 {
    let end = match (kind.is_signed(), stream.below(2)) {
        (true, 0) => 1u128 << (kind.bits() - 1),
        (true, _) => mask(kind.bits()) >> 1,
        (false, 0) => 0,
        (false, _) => mask(kind.bits()),
    };
    end.wrapping_add(stream.below(5).into()).wrapping_sub(2) & mask(kind.bits())
}

/// Writes `text` and a NUL over a run of characters, from a random one on where it fits.
/// Writes `text` into every run of characters; whether there is any.
pub fn write_text_everywhere(kinds: &[LeafKind], text: &[u8], leaves: &mut [u128]) -> bool {
    let mut position = 0;
    let mut any = false;
    for (kind, leaf) in kinds.iter().zip(leaves) {
        let is_char = matches!(kind, LeafKind::Char { .. });
        if is_char {
            *leaf = kind.from_int(text.get(position).copied().unwrap_or(0).into());
        }
        any |= is_char;
        position = if is_char { position + 1 } else { 0 };
    }
    any
}

fn write_text(kinds: &[LeafKind], text: &[u8], stream: &mut Stream, leaves: &mut [u128]) {
    let is_char = |kind: &LeafKind| matches!(kind, LeafKind::Char { .. });
    let runs = |at: &usize| is_char(&kinds[*at]) && (*at == 0 || !is_char(&kinds[*at - 1]));
    let count = (0..kinds.len()).filter(runs).count();
    let Some(start) = (0..kinds.len()).filter(runs).nth(stream.below(count as u64) as usize) else { return };
    for (offset, &byte) in text.iter().chain(&[0]).enumerate() {
        match kinds.get(start + offset) {
            Some(kind) if is_char(kind) => leaves[start + offset] = kind.from_int(byte.into()),
            _ => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::FloatFormat;

    fn draws(kind: &LeafKind, count: usize) -> Vec<u128> {
        let (values, mut stream) = (RandomValues::default(), Stream::new(1, "values"));
        (0..count).map(|_| values.value(kind, &mut stream)).collect()
    }

    #[test]
    fn values_fit_their_kind() {
        for bits in [1, 7, 8, 16, 31, 32, 64, 65, 128] {
            for signed in [false, true] {
                let kind = LeafKind::Int { bits, signed };
                assert!(draws(&kind, 300).iter().all(|&value| value & !mask(bits) == 0), "{kind:?}");
            }
        }
        for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::F80] {
            let kind = LeafKind::Float(format);
            assert!(draws(&kind, 300).iter().all(|&value| value & !mask(kind.bits()) == 0));
        }
    }

    #[test]
    fn interesting_values_are_frequent() {
        let kind = LeafKind::Int { bits: 32, signed: true };
        let drawn = draws(&kind, 400);
        for wanted in [0, 1, -1, i128::from(i32::MAX), i128::from(i32::MIN)] {
            assert!(drawn.contains(&kind.from_int(wanted)), "{wanted}");
        }
    }

    #[test]
    fn the_same_stream_draws_the_same_values() {
        let kind = LeafKind::Float(FloatFormat::F64);
        assert_eq!(draws(&kind, 50), draws(&kind, 50));
    }

    #[test]
    fn string_literals_are_written_over_runs_of_characters() {
        let mut pool = ConstantPool::default();
        pool.add_text(b"GET");
        let values = RandomValues::new(Arc::new(pool));
        let char_kind = LeafKind::Char { bits: 8, signed: true };
        let kinds = [vec![LeafKind::Bool], vec![char_kind; 6]].concat();
        let (mut stream, mut leaves) = (Stream::new(1, "text"), vec![0; 7]);
        let found = (0..50).any(|_| {
            values.fill(&kinds, &mut stream, &mut leaves);
            leaves[1..5].iter().map(|&leaf| leaf as u8).eq(*b"GET\0")
        });
        assert!(found);
    }
}
