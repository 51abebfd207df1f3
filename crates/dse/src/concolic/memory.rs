//! Terms of memory: for each byte, which byte of which term it is.
//!
//! ```text
//! store x (32 bits) at 0x..10    line 0x..10: [x.0 x.1 x.2 x.3  -  -  -  - ]
//! load 32 bits at 0x..10         x, whole                       (one lookup, no new term)
//! load 16 bits at 0x..12         bits 16..32 of x
//! load 32 bits at 0x..12         (concat c5 c4 bits 16..32 of x)  with the concrete bytes
//! ```
//!
//! A pointer whose image has four bytes keeps its term of 64 bits: what is stored of it says of which term it is the image, and only
//! a load of a pointer gets that term back.
//!
//! Lines of eight bytes, so that an aligned access looks up one. Bytes without a term are concrete.

use rustc_hash::FxHashMap;
use trine_expr::{Term, TermPool};

/// Bytes of one access, at most.
const MAX_BYTES: usize = 16;

/// A byte of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    term: Term,
    /// Which byte, the lowest first.
    byte: u8,
    /// Whether it is one of the image of a pointer, which the term is.
    is_image: bool,
}

/// What memory knows of bytes that hold the image of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// They hold none.
    None,
    /// All of that of this pointer.
    Whole(Term),
    /// Bytes of one.
    Part,
}

type Line = [Option<Part>; 8];

/// Terms of memory.
#[derive(Clone, Debug, Default)]
pub struct TermMemory {
    lines: FxHashMap<u64, Line>,
}

impl TermMemory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Whether no byte has a term.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn part(&self, address: u64) -> Option<Part> {
        self.lines.get(&(address >> 3))?[(address & 7) as usize]
    }

    fn set(&mut self, address: u64, part: Option<Part>) {
        match part {
            Some(_) => self.lines.entry(address >> 3).or_default()[(address & 7) as usize] = part,
            None => {
                if let Some(line) = self.lines.get_mut(&(address >> 3)) {
                    line[(address & 7) as usize] = None;
                }
            }
        }
    }

    /// Puts the image of the pointer `term` at `address`.
    pub fn store_image(&mut self, address: u64, term: Term, bytes: u32) {
        for byte in 0..bytes {
            let part = Part { term, byte: byte as u8, is_image: true };
            self.set(address.wrapping_add(u64::from(byte)), Some(part));
        }
    }

    /// What `bytes` bytes at `address` have of images of pointers.
    #[must_use]
    pub fn image(&self, address: u64, bytes: u32) -> Image {
        if self.lines.is_empty() {
            return Image::None;
        }
        let parts = || (0..bytes).map(|at| self.part(address.wrapping_add(u64::from(at))));
        if !parts().flatten().any(|part| part.is_image) {
            return Image::None;
        }
        let Some(Some(first)) = parts().next() else { return Image::Part };
        let is_whole = parts().enumerate().all(|(at, part)| part == Some(Part { byte: at as u8, ..first }));
        if is_whole && first.is_image && bytes == 4 { Image::Whole(first.term) } else { Image::Part }
    }

    /// Puts a term of a whole number of bytes at `address`.
    pub fn store(&mut self, address: u64, term: Term, bytes: u32) {
        let mut byte = 0;
        while byte < bytes {
            let first = address.wrapping_add(u64::from(byte));
            let line = self.lines.entry(first >> 3).or_default();
            for place in &mut line[(first & 7) as usize..] {
                if byte < bytes {
                    *place = Some(Part { term, byte: byte as u8, is_image: false });
                }
                byte += 1;
            }
        }
    }

    /// Makes `length` bytes concrete.
    pub fn concretize(&mut self, address: u64, length: u64) {
        if self.lines.is_empty() {
            return;
        }
        if length > 8 * self.lines.len() as u64 {
            let end = address.saturating_add(length);
            let inside: Vec<u64> = self
                .lines
                .keys()
                .copied()
                .filter(|line| (line << 3) + 8 > address && line << 3 < end)
                .collect();
            for line in inside {
                (0..8)
                    .map(|at| (line << 3) + at)
                    .filter(|byte| (address..end).contains(byte))
                    .for_each(|byte| self.set(byte, None));
            }
            return;
        }
        (0..length).for_each(|at| self.set(address.wrapping_add(at), None));
    }

    /// Moves what is known with `length` bytes; ranges may overlap.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) {
        if self.lines.is_empty() {
            return;
        }
        let parts: Vec<_> = (0..length).map(|at| self.part(from.wrapping_add(at))).collect();
        for (at, part) in parts.into_iter().enumerate() {
            self.set(to.wrapping_add(at as u64), part);
        }
    }

    /// The term of the byte at `address`, if it has one.
    pub fn byte(&self, pool: &mut TermPool, address: u64) -> Option<Term> {
        let Part { term, byte, .. } = self.part(address).filter(|part| !part.is_image)?;
        Some(pool.extract(term, u32::from(byte) * 8, 8))
    }

    /// The term of `bytes` bytes, at most 16, at `address`, whose concrete value is `value`; `None` when all are
    /// concrete.
    pub fn load(&self, pool: &mut TermPool, address: u64, bytes: u32, value: u128) -> Option<Term> {
        if self.lines.is_empty() {
            return None;
        }
        let mut parts = [None; MAX_BYTES];
        let parts = parts.get_mut(..bytes as usize)?;
        for (at, part) in (0..).zip(parts.iter_mut()) {
            *part = self.part(address.wrapping_add(at)).filter(|part| !part.is_image);
        }
        if parts.iter().all(Option::is_none) {
            return None;
        }
        if let Some(Part { term, byte: 0, .. }) = parts[0]
            && pool.width(term) == bytes * 8
            && parts
                .iter()
                .enumerate()
                .all(|(at, part)| *part == Some(Part { term, byte: at as u8, is_image: false }))
        {
            return Some(term);
        }
        let mut whole: Option<Term> = None;
        for (at, part) in parts.iter().enumerate() {
            let byte = match part {
                Some(Part { term, byte, .. }) => pool.extract(*term, u32::from(*byte) * 8, 8),
                None => pool.constant(value >> (8 * at), 8),
            };
            whole = Some(match whole {
                None => byte,
                Some(low) => pool.concat(byte, low),
            });
        }
        whole
    }
}
