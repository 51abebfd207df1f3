//! Images of pointers in 32 bits, for programs of targets whose pointers have four bytes.
//!
//! A pointer of the machine has 64 bits wherever the interpreter holds it. What is stored, or made a number of, is its image: an
//! object gets a range of the 32-bit space when an image of it is first asked for, and keeps it for the rest of the run.
//!
//! ```text
//! pointer   | object | offset |        image   start of the object's range + offset
//!             64 bits                             32 bits
//!
//! 0            6000_0000   6000_1000   6000_3000                                     E000_0000
//! | null, numbers | object a | object b ........ | next            (moved layouts: from the end down)  | numbers
//! ```
//!
//! A number that lies in no range is an absolute address, thus a register, a fixed address, or nothing at all. A stale pointer keeps its range:
//! objects are told apart by generation, so a use after `free` is seen through an image, too.
//!
//! Not handled: objects that together need more than the space; pointers that were moved out of their object and its guard before
//! they are stored.
//! Cost: a look-up in an ordered map for each pointer that is stored, loaded or cast.

use super::Memory;
use super::object::ObjectId;
use std::collections::BTreeMap;

/// The space of ranges.
const SPACE: std::ops::Range<u32> = 0x6000_0000..0xE000_0000;
/// Ranges begin at multiples of this, and one more such page lies behind each object: pointers just before it or behind its end are
/// still its own.
const PAGE: u32 = 4096;

/// A range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    /// Number of bytes, guards included.
    bytes: u32,
    /// The pointer whose image is `start + GUARD`.
    pointer: u64,
}

/// Bytes before the image of an object's first address.
const GUARD: u32 = PAGE / 2;

/// The ranges of a memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handles {
    /// By start.
    ranges: BTreeMap<u32, Range>,
    /// Start of the range of an object, or of a function, by the upper half of its addresses.
    starts: BTreeMap<u32, u32>,
    /// Bytes of the space that are taken.
    taken: u32,
    /// What the snapshot had: so many bytes were taken, and the objects with a range since.
    kept: u32,
    since: Vec<u32>,
}

impl Handles {
    /// Makes the present ranges those that [`Handles::reset`] returns to.
    pub fn keep(&mut self) {
        self.kept = self.taken;
        self.since.clear();
    }

    /// Takes the ranges back that were given since.
    pub fn reset(&mut self) {
        for object in self.since.drain(..) {
            if let Some(start) = self.starts.remove(&object) {
                self.ranges.remove(&start);
            }
        }
        self.taken = self.kept;
    }

    fn pointer(&self, image: u32) -> Option<u64> {
        let (&start, range) = self.ranges.range(..=image).next_back()?;
        let distance = image - start;
        (distance < range.bytes)
            .then(|| range.pointer.wrapping_add(u64::from(distance)).wrapping_sub(u64::from(GUARD)))
    }

    /// A range for the object `of`, whose first address is `pointer`.
    fn add(&mut self, of: u32, pointer: u64, bytes: u64, is_moved: bool) -> Option<u32> {
        let bytes =
            u32::try_from(bytes.checked_add(u64::from(2 * PAGE))?.next_multiple_of(u64::from(PAGE))).ok()?;
        let taken = self.taken.checked_add(bytes).filter(|&taken| taken <= SPACE.end - SPACE.start)?;
        // GUARD before the image, so that it begins at a page.
        let start = if is_moved { SPACE.end - taken } else { SPACE.start + self.taken } + (PAGE - GUARD);
        self.taken = taken;
        self.ranges.insert(start, Range { bytes: bytes - PAGE, pointer });
        self.starts.insert(of, start);
        self.since.push(of);
        Some(start)
    }
}

impl Memory {
    /// Lets pointers have four bytes in memory.
    pub(crate) fn use_handles(&mut self) {
        self.handles = Some(Box::default());
        self.seldom_used = true;
    }

    /// Bytes of a pointer in memory.
    #[must_use]
    pub fn pointer_bytes(&self) -> u32 {
        if self.handles.is_some() { 4 } else { 8 }
    }

    /// Bytes of a value of type `ty` in memory.
    #[must_use]
    pub fn size_of(&self, ty: trine_ir::Type) -> u32 {
        if ty == trine_ir::Type::Ptr { self.pointer_bytes() } else { ty.store_size_bytes() }
    }

    /// The image of `pointer` in as many bytes as pointers have; `None` when the space of images is used up.
    pub fn image(&mut self, pointer: u64) -> Option<u64> {
        if self.handles.is_none() || pointer >> 32 == 0 {
            return Some(pointer);
        }
        // Just before an object, the upper half is that of the one before.
        let near = pointer.wrapping_add(1 << 31);
        let is_code = pointer >> 60 >= 0xE;
        let of = (if is_code { pointer } else { near } >> 32) as u32;
        let first = if is_code { pointer } else { u64::from(of) << 32 };
        let known = self.handles.as_ref().and_then(|handles| handles.starts.get(&of)).copied();
        let start = match known {
            Some(start) => start,
            None => {
                let size = self.object(ObjectId(of)).map_or(PAGE.into(), |(size, _)| size);
                // The skew of a moved object counts, too.
                let is_moved = self.layout.moved;
                self.handles.as_mut()?.add(of, first, size + u64::from(PAGE), is_moved)?
            }
        };
        let image = u64::from(start + GUARD).wrapping_add(pointer.wrapping_sub(first));
        Some(image & u64::from(u32::MAX))
    }

    /// The pointer whose image is `image`; a number that is no image is an absolute address.
    #[must_use]
    pub fn pointer_of(&self, image: u64) -> u64 {
        match &self.handles {
            None => image,
            Some(handles) => handles.pointer(image as u32).unwrap_or(image & u64::from(u32::MAX)),
        }
    }

    /// Reads a pointer.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn read_pointer(&self, address: u64) -> Result<u64, crate::fault::FaultKind> {
        Ok(self.pointer_of(self.read_uint(address, self.pointer_bytes())? as u64))
    }

    /// Writes a pointer; where there is no room for its image, one to an absolute address that belongs to nothing.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_pointer(&mut self, address: u64, pointer: u64) -> Result<(), crate::fault::FaultKind> {
        let image = self.image(pointer).unwrap_or(u64::from(PAGE - 1));
        self.write_uint(address, self.pointer_bytes(), u128::from(image))
    }

    /// Reads a value of type `ty`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn read_value(&self, address: u64, ty: trine_ir::Type) -> Result<u128, crate::fault::FaultKind> {
        match ty {
            trine_ir::Type::Ptr => self.read_pointer(address).map(u128::from),
            _ => self.read_uint(address, ty.store_size_bytes()),
        }
    }

    /// Writes a value of type `ty`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_value(
        &mut self,
        address: u64,
        ty: trine_ir::Type,
        value: u128,
    ) -> Result<(), crate::fault::FaultKind> {
        match ty {
            trine_ir::Type::Ptr => self.write_pointer(address, value as u64),
            _ => self.write_uint(address, ty.store_size_bytes(), value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Layout, function_address};
    use trine_ir::FuncId;

    fn memory(layout: Layout) -> Memory {
        let mut memory = Memory::with_layout(1 << 16, 1 << 20, layout);
        memory.use_handles();
        memory
    }

    #[test]
    fn pointers_come_back_from_their_images() {
        for layout in [Layout::default(), Layout { moved: true, fill: 0 }] {
            let mut memory = memory(layout);
            let (a, b) = (memory.allocate_input(40).unwrap(), memory.allocate_heap(100_000).unwrap());
            let function = function_address(FuncId(3), layout);
            for pointer in [a, a + 39, a + 40, a - 1, b, b + 99_999, b + 100_000, function, 0, 0x4000_0000] {
                let image = memory.image(pointer).unwrap();
                assert!(image < 1 << 32, "{image:#x}");
                assert_eq!(memory.pointer_of(image), pointer, "{pointer:#x} by {image:#x}");
            }
            let (first, last) = (memory.image(b).unwrap(), memory.image(b + 99_999).unwrap());
            assert_eq!((last - first, first % 16), (99_999, b % 16));
            memory.write_pointer(a + 4, b + 8).unwrap();
            assert_eq!(memory.read_pointer(a + 4), Ok(b + 8));
            assert_eq!(memory.read_uint(a + 8, 4), Ok(0));
        }
    }

    #[test]
    fn a_reset_gives_images_again_that_the_snapshot_did_not_have() {
        let mut memory = memory(Layout::default());
        let global = memory.allocate_input(8).unwrap();
        let kept = memory.image(global).unwrap();
        memory.snapshot();
        let mut images = Vec::new();
        for _ in 0..3 {
            memory.reset();
            let block = memory.allocate_heap(24).unwrap();
            images.push(memory.image(block).unwrap());
            memory.free(block).unwrap();
            assert_eq!(memory.pointer_of(images[0]), block);
            assert_eq!(memory.image(global), Some(kept));
        }
        assert!(images.iter().all(|&image| image == images[0]));
        memory.reset();
        assert_eq!(memory.pointer_of(images[0]), images[0]);
    }
}
