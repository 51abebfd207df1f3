//! Fingerprints: 128-bit hashes that are the same on every machine and in every version.
//!
//! FNV-1a of 128 bits (Fowler, Noll, Vo; RFC 9923): start from the offset basis, and for each byte
//! exclusive-or it in and multiply by the prime. Used to tell whether anything changed since a
//! result was stored, and whether a stored record is whole. Not a cryptographic hash: somebody who
//! wants two texts of one fingerprint can make them. By accident, n different texts collide with a
//! probability of about n² / 2^129: for a million texts less than 10^-26.
//!
//! Cost: one 128-bit multiplication per byte.

use std::fmt;
use std::str::FromStr;

const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = (1 << 88) + 0x13b;

/// The hash of some bytes; prints as 32 hexadecimal digits and is read back from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u128);

/// Takes the fingerprint of parts, one after the other.
///
/// ```
/// use trine_base::Fingerprinter;
/// let of = |parts: &[&str]| {
///     let mut hash = Fingerprinter::default();
///     parts.iter().for_each(|part| hash.part(part));
///     hash.finish()
/// };
/// assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
/// assert_ne!(of(&["a", "b"]), of(&["ab"]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fingerprinter(u128);

impl Default for Fingerprinter {
    fn default() -> Self {
        Self(OFFSET_BASIS)
    }
}

impl Fingerprinter {
    /// Adds bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Adds a text and its length, so that the border between two parts counts.
    pub fn part(&mut self, text: &str) {
        self.bytes(&(text.len() as u64).to_le_bytes());
        self.bytes(text.as_bytes());
    }

    /// The fingerprint of all that was added.
    #[must_use]
    pub fn finish(self) -> Fingerprint {
        Fingerprint(self.0)
    }
}

impl Fingerprint {
    /// The fingerprint of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hash = Fingerprinter::default();
        hash.bytes(bytes);
        hash.finish()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_whole = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u128::from_str_radix(text, 16).ok().filter(|_| is_whole);
        bits.map(Self).ok_or_else(|| format!("`{text}` is no fingerprint: 32 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_published_vectors() {
        for (text, bits) in [
            ("", 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128),
            ("a", 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964),
            ("foobar", 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18),
        ] {
            assert_eq!(Fingerprint::of(text.as_bytes()), Fingerprint(bits), "{text}");
        }
    }

    #[test]
    fn fingerprints_are_read_back() {
        let print = Fingerprint(7);
        assert_eq!(print.to_string().parse(), Ok(print));
        for wrong in ["", "7", "+0000000000000000000000000000007", "g0000000000000000000000000000007"] {
            assert!(wrong.parse::<Fingerprint>().is_err(), "{wrong}");
        }
    }
}
