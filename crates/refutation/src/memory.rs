//! What memory is known to hold on the way.
//!
//! Two loads of one address give one value as long as nothing was stored or called between them, unless what they read is
//! volatile. A store ends that for all addresses that may be the same. Those of different objects are not
//! (`roots.rs`), where both are slots of the function or variables that the program defines; nor are those of a private
//! slot and of a pointer from elsewhere. A volatile or atomic read, a barrier and a call end it for everything but
//! private slots and constants, calls of functions with known effects for what these write.

use super::roots::{Effect, Root};
use trine_base::index::TypedIndex;
use trine_expr::{BinaryOp, Node, Term, TermPool};
use trine_ir::program::Global;
use trine_ir::{GlobalId, Program};

/// Bytes of a constant, beyond which its content is not looked at where the index is computed.
const MAX_TABLE_BYTES: usize = 1024;

/// A pointer: how many bytes behind which address, and into which object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    /// Where the calculation began: the object's address, or whatever a variable or memory held.
    pub base: Term,
    /// Bytes.
    pub offset: Term,
    /// The object, if it is known.
    pub root: Option<Root>,
    /// Whether nothing but accesses of this function changes the object.
    pub is_private: bool,
    /// The sum of base and offset.
    pub address: Term,
    /// The size of the object, where `base` is its start and its size is known.
    pub size_bytes: Option<u64>,
}

/// What memory holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    cells: Vec<Cell>,
}

/// What it holds at an address.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The address is this term plus a constant.
    base: Term,
    offset: i64,
    width: u32,
    root: Option<Root>,
    is_private: bool,
    value: Term,
}

/// Which variables the program alone defines and nobody writes.
#[derive(Debug, Default)]
pub(super) struct Globals {
    /// No other variable has a byte in common with them.
    own: Vec<bool>,
    constant: Vec<bool>,
}

impl Globals {
    pub fn new(program: &Program) -> Self {
        let is_own = |global: &Global| !global.undefined && !global.weak && global.size_bytes > 0;
        let own = program.globals.iter().map(is_own).collect();
        let constant = program.globals.iter().map(|global| is_own(global) && global.constant).collect();
        Self { own, constant }
    }

    fn is_own(&self, global: GlobalId) -> bool {
        self.own.get(global.position()).copied().unwrap_or(false)
    }

    /// Whether it holds its first content for ever.
    pub fn is_constant(&self, global: GlobalId) -> bool {
        self.constant.get(global.position()).copied().unwrap_or(false)
    }

    /// The size of a variable that the program itself defines.
    pub fn size_of(&self, program: &Program, global: GlobalId) -> Option<u64> {
        self.is_own(global).then(|| program.globals[global].size_bytes)
    }

    fn are_apart(&self, a: Root, b: Root) -> bool {
        match (a, b) {
            (Root::Global(a), Root::Global(b)) => a != b && self.is_own(a) && self.is_own(b),
            _ => a != b,
        }
    }
}

impl Cell {
    fn new(pool: &TermPool, pointer: &Pointer, value: Term) -> Self {
        let (base, offset) = split(pool, pointer.address);
        let Pointer { root, is_private, .. } = *pointer;
        Self { base, offset, width: pool.width(value), root, is_private, value }
    }

    fn bytes(&self) -> i64 {
        i64::from(self.width.div_ceil(8))
    }

    /// Whether the two certainly have no byte in common.
    fn is_apart(&self, other: &Self, globals: &Globals) -> bool {
        if self.base == other.base {
            return self.offset.saturating_add(self.bytes()) <= other.offset
                || other.offset.saturating_add(other.bytes()) <= self.offset;
        }
        self.lies_apart_from(other.root, other.is_private, globals)
    }

    /// Whether no byte of it lies in the object `root`, or where a pointer to an unknown object may point.
    fn lies_apart_from(&self, root: Option<Root>, is_private: bool, globals: &Globals) -> bool {
        if self.is_constant(globals) {
            return true;
        }
        match (self.root, root) {
            (Some(a), Some(b)) => globals.are_apart(a, b),
            (Some(_), None) => self.is_private,
            (None, Some(_)) => is_private,
            (None, None) => false,
        }
    }

    fn is_constant(&self, globals: &Globals) -> bool {
        matches!(self.root, Some(Root::Global(global)) if globals.is_constant(global))
    }
}

impl Memory {
    /// What is known to stand at `pointer`.
    pub fn known(&self, pool: &TermPool, pointer: &Pointer, width: u32) -> Option<Term> {
        let (base, offset) = split(pool, pointer.address);
        let is_same = |cell: &&Cell| (cell.base, cell.offset, cell.width) == (base, offset, width);
        self.cells.iter().find(is_same).map(|cell| cell.value)
    }

    /// `value` was read at `pointer`.
    pub fn read(&mut self, pool: &TermPool, pointer: &Pointer, value: Term) {
        self.cells.push(Cell::new(pool, pointer, value));
    }

    /// `value` was written to `pointer`.
    pub fn store(&mut self, pool: &TermPool, pointer: &Pointer, value: Term, globals: &Globals) {
        let cell = Cell::new(pool, pointer, value);
        self.cells.retain(|other| other.is_apart(&cell, globals));
        // What a load of a part of a byte gives is not said by its bits alone.
        if cell.width.is_multiple_of(8) {
            self.cells.push(cell);
        }
    }

    /// Something was written somewhere in the object that `pointer` points into.
    pub fn forget_object(&mut self, pointer: &Pointer, globals: &Globals) {
        let Pointer { root, is_private, .. } = *pointer;
        self.cells.retain(|cell| cell.lies_apart_from(root, is_private, globals));
    }

    /// Something was written that others may write.
    pub fn forget_shared(&mut self, globals: &Globals) {
        self.cells.retain(|cell| cell.is_private || cell.is_constant(globals));
    }

    /// A function with this effect was called.
    pub fn forget_effect(&mut self, effect: &Effect, globals: &Globals) {
        let Effect::Writes(written) = effect else { return self.forget_shared(globals) };
        for &global in written {
            let root = Some(Root::Global(global));
            self.cells.retain(|cell| cell.lies_apart_from(root, false, globals));
        }
    }
}

/// `address` as a term plus a constant.
fn split(pool: &TermPool, address: Term) -> (Term, i64) {
    if let Node::Binary(BinaryOp::Add, a, b) = pool.node(address) {
        match (pool.as_constant(a), pool.as_constant(b)) {
            (_, Some(offset)) => return (a, offset as i64),
            (Some(offset), _) => return (b, offset as i64),
            _ => {}
        }
    }
    (address, 0)
}

/// What `global`, a constant, holds `offset` bytes from its start, as an integer of `width` bits; and under which condition,
/// if that is not certain. `None` where that cannot be told: addresses, large tables.
pub(super) fn content(
    pool: &mut TermPool,
    global: &Global,
    offset: Term,
    width: u32,
) -> Option<(Term, Option<Term>)> {
    let bytes = (width / 8) as usize;
    let size = usize::try_from(global.size_bytes).ok()?;
    if !width.is_multiple_of(8) || bytes == 0 || bytes > 16 || bytes > size {
        return None;
    }
    let is_address = |at: usize| {
        let overlaps = |from: u64| (from as usize) < at + bytes && at < from as usize + 8;
        global.relocations.iter().any(|relocation| overlaps(relocation.offset))
    };
    let value = |at: usize| {
        let byte = |at: usize| u128::from(global.bytes.get(at).copied().unwrap_or(0));
        (0..bytes).rev().fold(0, |value, nth| value << 8 | byte(at + nth))
    };
    if let Some(at) = pool.as_constant(offset) {
        let at = usize::try_from(at).ok().filter(|&at| at <= size - bytes && !is_address(at))?;
        return Some((pool.constant(value(at), width), None));
    }
    if size > MAX_TABLE_BYTES {
        return None;
    }
    let starts: Vec<usize> = (0..=size - bytes).step_by(bytes).collect();
    if starts.iter().any(|&at| is_address(at)) {
        return None;
    }
    let elements: Vec<Term> = starts.iter().map(|&at| pool.constant(value(at), width)).collect();
    let (count, unit) = (pool.constant(elements.len() as u128, 64), pool.constant(bytes as u128, 64));
    let position = pool.binary(BinaryOp::UDiv, offset, unit);
    let rest = pool.binary(BinaryOp::URem, offset, unit);
    let zero = pool.constant(0, 64);
    let is_aligned = pool.equal(rest, zero);
    let is_within = pool.compare(trine_expr::CompareOp::Ult, position, count);
    let condition = pool.and(is_aligned, is_within);
    Some((pool.lookup(position, &elements), Some(condition)))
}
