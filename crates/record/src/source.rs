//! Which texts a run was about: the hash of each source, so that whoever reads the evidence can tell whether it is about theirs.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A source that the run read, headers included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// Its path as units name it; relative ones start at the root of the first job, or where the run began.
    pub file: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl SourceRecord {
    /// The record of a file with these bytes.
    #[must_use]
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        Self { file: file.into(), sha256: sha256(bytes) }
    }

    /// Whether `bytes` are those of the run.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.sha256 == sha256(bytes)
    }
}

/// The SHA-256 of `bytes` (FIPS 180-4) in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{SourceRecord, sha256};

    #[test]
    fn the_hash_of_the_standard() {
        // FIPS 180-4, the example of one block.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }

    #[test]
    fn a_source_is_told_from_another() {
        let record = SourceRecord::new("a.c", b"int a; // \xe9\n");
        assert!(record.is_of(b"int a; // \xe9\n"));
        // What a lossy reading would make the same.
        assert!(!record.is_of(b"int a; // \xe8\n"));
    }
}
