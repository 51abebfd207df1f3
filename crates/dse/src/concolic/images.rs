//! Terms of pointers that have four bytes in memory.
//!
//! In a register such a pointer is an object and an offset, in memory and in numbers the image of that: the start of the object's range
//! plus the offset (`machine/src/memory/handles.rs`). Between the two lies a constant, as long as the object is the same:
//!
//! ```text
//! pointer  0x00000412_00000000 + offset   <->   image  0x60001000 + offset
//! ```
//!
//! A pointer that was stored is loaded as the term that it was. One that was made of a number is taken to stay in the object that it
//! points to in this run, which is not proved: the run is imprecise.

use super::{Concolic, Image, Shadow};
use trine_expr::{BinaryOp, Term};
use trine_ir::{CastOp, Type};
use trine_machine::Memory;
use trine_machine::domain::{Cast, MemoryAccess};

/// Whether a number of `width` bits that was made of `pointer` is no part of its bits.
fn is_image(pointer: u64, number: u64, width: u8) -> bool {
    pointer & (u64::MAX >> (64 - u32::from(width.clamp(1, 64)))) != number
}

impl Concolic {
    /// The shadow of a pointer that is loaded from four bytes.
    pub(super) fn load_image(&mut self, event: &MemoryAccess<Shadow>, memory: &Memory) -> Shadow {
        if event.address.shadow != Shadow::NONE {
            // Which element of a table of pointers is meant is not said element by element.
            self.rely_on_value(event.address);
        }
        let (address, pointer) = (event.address.bits as u64, event.value.bits as u64);
        match self.memory.image(address, 4) {
            Image::Whole(term) => return term.into(),
            Image::Part => self.imprecise = true,
            Image::None => {}
        }
        let image = memory.read_uint(address, 4).unwrap_or(0);
        let number = self.memory.load(&mut self.pool, address, 4, image);
        number.map(|number| self.pointer_of(number, image as u32, pointer)).into()
    }

    /// A pointer is stored to four bytes.
    pub(super) fn store_image(&mut self, event: &MemoryAccess<Shadow>) {
        if event.address.shadow != Shadow::NONE {
            self.rely_on_value(event.address);
        }
        let address = event.address.bits as u64;
        match event.value.shadow.term() {
            Some(term) => self.memory.store_image(address, term, 4),
            None => self.memory.concretize(address, 4),
        }
    }

    /// The term of a pointer as a number of 32 bits, or of such a number as a pointer; `None` where both have the same bits.
    pub(super) fn cast_image(&mut self, event: &Cast<Shadow>, term: Term) -> Option<Term> {
        let (value, result) = (event.value.bits as u64, event.result as u64);
        match (event.op, event.from, event.to) {
            (CastOp::PtrToInt, _, Type::Int(width)) if is_image(value, result, width) => {
                let distance = (result as u32).wrapping_sub(value as u32);
                let low = self.pool.resize(term, 32);
                let distance = self.pool.constant(u128::from(distance), 32);
                let number = self.pool.binary(BinaryOp::Add, low, distance);
                Some(self.pool.resize(number, u32::from(width)))
            }
            (CastOp::IntToPtr, ..) if value != result => {
                let number = self.pool.resize(term, 32);
                Some(self.pointer_of(number, value as u32, result))
            }
            _ => None,
        }
    }

    /// The pointer whose image is `number`, which is `image` in this run, as `pointer` is.
    fn pointer_of(&mut self, number: Term, image: u32, pointer: u64) -> Term {
        let distance = image.wrapping_sub(pointer as u32);
        if pointer >> 32 == 0 {
            return self.pool.resize(number, 64);
        }
        self.imprecise = true;
        let distance = self.pool.constant(u128::from(distance), 32);
        let offset = self.pool.binary(BinaryOp::Sub, number, distance);
        let offset = self.pool.sign_extend(offset, 64);
        // Just before an object, the offset is negative.
        let object = pointer.wrapping_sub(pointer as u32 as i32 as u64);
        let object = self.pool.constant(u128::from(object), 64);
        self.pool.binary(BinaryOp::Add, object, offset)
    }
}
