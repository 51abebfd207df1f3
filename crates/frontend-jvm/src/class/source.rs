//! The bytes of a class file, and what `noak` reads of them.
//!
//! The constant pool and the lists of members are decoded when the code of a method or an annotation is asked for first, and kept: a class
//! of a hundred methods is decoded once and not a hundred times. Copies of a class file share what was decoded.
//!
//! The decoded parts borrow the bytes that lie beside them, which `self_cell` makes safe.

use super::read::Flaw;
use noak::error::DecodeError;
use noak::reader::{Class, Method};
use self_cell::self_cell;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// What is decoded of a class file.
pub(super) struct Decoded<'a> {
    /// The class with its constant pool.
    pub class: Class<'a>,
    /// Its methods, in order.
    pub methods: Vec<Method<'a>>,
}

self_cell!(
    struct Kept {
        owner: Arc<[u8]>,
        #[covariant]
        dependent: Decoded,
    }
);

/// The bytes of a class file.
#[derive(Clone)]
pub(crate) struct Source {
    bytes: Arc<[u8]>,
    decoded: Arc<OnceLock<Result<Kept, DecodeError>>>,
}

impl Source {
    /// What is decoded of the bytes.
    pub(super) fn decoded(&self) -> Result<&Decoded<'_>, Flaw> {
        let decode = || Kept::try_new(Arc::clone(&self.bytes), |bytes| Decoded::new(bytes));
        match self.decoded.get_or_init(decode) {
            Ok(kept) => Ok(kept.borrow_dependent()),
            Err(error) => Err(Flaw(error.to_string())),
        }
    }
}

impl<'a> Decoded<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let class = Class::new(bytes)?;
        let methods = class.methods().iter().collect::<Result<_, _>>()?;
        Ok(Self { class, methods })
    }
}

impl From<Arc<[u8]>> for Source {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self { bytes, decoded: Arc::default() }
    }
}

impl Deref for Source {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_bytes_stay_damaged() {
        let source = Source::from(Arc::<[u8]>::from([0xca, 0xfe, 0xba, 0xbe, 0].as_slice()));
        let first = source.decoded().err().expect("a file that is cut off").0;
        assert_eq!(source.clone().decoded().err().expect("the same file").0, first);
    }
}
