//! What C leaves open about memory: where objects lie, and what they hold before they are written.
//!
//! A run under [`Layout::default`] and one under another layout compute the same wherever the code
//! keeps to what C promises. What differs depends on addresses (hashes of pointers, comparisons
//! of pointers to different objects) or on memory that was never written, and a native run will
//! show something else again.
//!
//! ```text
//! default:  slots 1, 2, 3, ...            each object at offset 0 of its 4 GiB
//! moved:    slots 4095, 4094, 4093, ...   each object some multiple of 16 further in,
//!                                         another one for each variation
//! ```
//!
//! Moved objects keep an alignment of 16, as `malloc` promises; inputs keep that of their type only,
//! because a test's array of characters may begin anywhere. In a moved layout the bytes
//! between an object's 4 GiB boundary and its start are not guarded: such runs are held against
//! one that was, and find no faults of their own.
//!
//! Not varied: the addresses of functions.

/// Choices that C leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Whether objects lie in the opposite order and at other distances.
    pub moved: bool,
    /// What each byte of a local variable or of `malloc`ed memory holds before it is written.
    pub fill: u8,
}

impl Layout {
    /// The value of `bits` bits that were never written.
    #[must_use]
    pub fn unset(self) -> u128 {
        u128::from_le_bytes([self.fill; 16])
    }
}
