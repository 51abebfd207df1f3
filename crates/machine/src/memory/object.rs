//! Objects and the bits of pointers.
//!
//! ```text
//!  63            42 41         32 31                      0
//! +----------------+-------------+-------------------------+
//! | slot           | generation  | byte offset             |   address of an object
//! +----------------+-------------+-------------------------+
//! | 1111 | function (28 bits)    | 0, or moved             |   address of a function
//! | 1110 | function (28 bits)    | block                   |   address of a block
//! ```
//!
//! The generation counts how often a slot of the object table was used, so that a stale
//! pointer does not match its slot's next object. It also separates neighbours: an index that
//! runs 4 GiB off an object changes the generation, and the access is refused.
//! Arithmetic wraps on the 64 bits; an offset of 2 GiB or more is read as a negative offset
//! of the next generation up, so `p - 1` of an object's start is still reported for its object.

use super::layout::Layout;
use trine_ir::{Block, FuncId};

/// Bits of a pointer's object part that count generations.
pub(crate) const GENERATION_BITS: u32 = 10;
/// The first generation of a slot: in the middle, so that both directions are guarded.
pub(crate) const FIRST_GENERATION: u16 = 1 << (GENERATION_BITS - 1);
/// Position of the slot in an address.
pub(crate) const SLOT_SHIFT: u32 = 32 + GENERATION_BITS;
/// The largest object, in bytes.
pub(crate) const MAX_OBJECT_BYTES: u64 = (1 << 31) - 1;
/// The largest number of slots: below the ranges of functions and blocks.
pub(crate) const MAX_SLOTS: usize = 0xE000_0000_usize >> GENERATION_BITS;

const FUNCTION_TAG: u64 = 0xF;
const BLOCK_TAG: u64 = 0xE;
const FUNCTION_MASK: u64 = 0x0FFF_FFFF;

/// An object: the upper half of every address into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The object that `address` points into, or would if it were alive.
    #[must_use]
    pub fn of(address: u64) -> Self {
        Self((address >> 32) as u32)
    }

    /// The address of its first byte.
    #[must_use]
    pub fn address(self) -> u64 {
        u64::from(self.0) << 32
    }

    pub(crate) fn new(slot: usize, generation: u16) -> Self {
        Self((slot as u32) << GENERATION_BITS | u32::from(generation))
    }

    /// The place of the object among all: later objects lie at higher addresses where slots are handed out in order.
    #[must_use]
    pub fn slot(self) -> usize {
        (self.0 >> GENERATION_BITS) as usize
    }
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global variable.
    Global,
    /// A local variable or variadic argument area.
    Stack,
    /// Allocated by the code under test.
    Heap,
    /// Allocated by the test as an input.
    Input,
    /// An input on the heap, which the code under test may free.
    HeapInput,
    /// An object of a managed language.
    Managed,
}

/// Stores may go straight to the bytes.
pub(crate) const WRITABLE: u8 = 1;
/// Never to be written.
pub(crate) const CONSTANT: u8 = 2;
/// Part of the snapshot: a first write puts it on the dirty list.
pub(crate) const BASE: u8 = 4;
/// On the dirty list.
pub(crate) const DIRTY: u8 = 8;
/// Part of the snapshot and large: writes mark pages instead of the object.
pub(crate) const PAGED: u8 = 16;
/// From this bit on: which alignment the object need not exceed, see `layout`.
pub(crate) const LOOSE_SHIFT: u32 = 5;

/// A slot of the object table: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// The upper half of its addresses, or `DEAD`.
    pub id: u32,
    /// Its first byte in the arena.
    pub base: u32,
    /// Its size in bytes.
    pub size: u32,
    /// How often the slot was used.
    pub generation: u16,
    /// Where it lives; kept when dead, to tell what kind of stale pointer is used.
    pub kind: ObjectKind,
    /// `WRITABLE` and so on.
    pub flags: u8,
}

/// The id of a dead slot: matches no address of an object.
pub(crate) const DEAD: u32 = u32::MAX;

/// The lower half of the addresses of functions where addresses are moved: code that takes the bytes of such an
/// address for numbers gets others there.
const MOVED_FUNCTION_END: u32 = 0x6E3C_9370;
/// What numbers of functions are changed by there, so that their order is another.
const MOVED_FUNCTIONS: u64 = 0x0555_5555;

/// The address of `function` in a machine of this layout.
#[must_use]
pub fn function_address(function: FuncId, layout: Layout) -> u64 {
    let (end, change) = if layout.moved { (MOVED_FUNCTION_END, MOVED_FUNCTIONS) } else { (0, 0) };
    let number = u64::from(function.0) & FUNCTION_MASK ^ change;
    (FUNCTION_TAG << 28 | number) << 32 | u64::from(end)
}

/// The function whose address is `address`, in whatever layout, if it is one's; the caller checks that it exists.
#[must_use]
pub fn function_at(address: u64) -> Option<FuncId> {
    let change = match address as u32 {
        _ if address >> 60 != FUNCTION_TAG => return None,
        0 => 0,
        MOVED_FUNCTION_END => MOVED_FUNCTIONS,
        _ => return None,
    };
    Some(FuncId((address >> 32 & FUNCTION_MASK ^ change) as u32))
}

/// The address of `block` of `function` (`&&label` in GNU C).
#[must_use]
pub fn block_address(function: FuncId, block: Block) -> u64 {
    (BLOCK_TAG << 28 | u64::from(function.0) & FUNCTION_MASK) << 32 | u64::from(block.0)
}
