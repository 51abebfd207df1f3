//! What a whole array of integers holds after a call: its bytes, or digests of its blocks where it is long.
//!
//! In JSON a run of one byte is written once: `"00*4096 07 ff*3"`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Blocks that a long array is cut into.
const BLOCKS: usize = 16;
/// The smallest block, in bytes.
const SMALLEST_BLOCK: usize = 64;
/// No array that is shown has more bytes.
const LONGEST: usize = 1 << 20;
/// A run of at least so many equal bytes is written once.
const RUN: usize = 4;

/// The bytes of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// The length of the blocks whose digests stand for `length` bytes: a power of two.
#[must_use]
pub fn block_bytes(length: usize) -> usize {
    length.div_ceil(BLOCKS).next_power_of_two().max(SMALLEST_BLOCK)
}

/// A digest of `bytes` (FNV-1a of 64 bits; Fowler, Noll, Vo), which emitted tests compute too.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The digests of the blocks of `bytes`.
#[must_use]
pub fn digests(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(block_bytes(bytes.len())).map(digest).collect()
}

impl Bytes {
    fn text(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        for run in self.0.chunk_by(|a, b| a == b) {
            match run.len() {
                length if length >= RUN => words.push(format!("{:02x}*{length}", run[0])),
                length => words.extend(std::iter::repeat_n(format!("{:02x}", run[0]), length)),
            }
        }
        words.join(" ")
    }

    fn read(text: &str) -> Option<Self> {
        let mut bytes = Vec::new();
        for word in text.split_whitespace() {
            let (byte, length) = word.split_once('*').unwrap_or((word, "1"));
            let length = bytes.len().checked_add(length.parse().ok()?).filter(|&length| length <= LONGEST)?;
            bytes.resize(length, u8::from_str_radix(byte, 16).ok()?);
        }
        Some(Self(bytes))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::custom(format!("`{text}` lists no bytes")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_written_once_and_read_back() {
        let mut bytes = vec![0; 300];
        bytes.extend([7, 7, 0xff]);
        let bytes = Bytes(bytes);
        assert_eq!(bytes.text(), "00*300 07 07 ff");
        assert_eq!(Bytes::read(&bytes.text()), Some(bytes));
        assert_eq!(Bytes::read("0*x"), None);
        assert_eq!(Bytes::read("00*4000000000"), None);
    }

    #[test]
    fn a_digest_of_a_block_changes_with_a_byte_of_that_block_only() {
        let (mut bytes, before) = (vec![0; 5000], digests(&[0; 5000]));
        bytes[1000] = 1;
        let after = digests(&bytes);
        assert_eq!((block_bytes(5000), before.len(), block_bytes(10)), (512, 10, 64));
        let changed: Vec<usize> = (0..10).filter(|&at| before[at] != after[at]).collect();
        assert_eq!(changed, [1]);
    }
}
