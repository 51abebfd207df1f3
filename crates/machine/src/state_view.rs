//! Registers and memory at the moment of an event, to be read by observers.
//!
//! In SSA form a register keeps its slot until the function returns, so what is alive at an event can be
//! read there by the name of its value. Reading costs a look into the decoder's table of slots.
//!
//! Not readable: values folded into the one instruction that uses them, and those wider than 64 bits.

use crate::code::{Code, NOWHERE};
use crate::memory::Memory;
use crate::step::Frame;
use trine_base::index::TypedIndex;
use trine_ir::{Block, FuncId, GlobalId, Value};

/// The state of the machine at an event, in one of its functions.
#[derive(Clone, Copy)]
pub struct StateView<'m> {
    pub(crate) step_view: StepView<'m>,
    pub(crate) function: FuncId,
    pub(crate) block: Block,
}

/// What the step function has at hand.
#[derive(Clone, Copy)]
pub(crate) struct StepView<'m> {
    pub code: &'m Code,
    pub frame: &'m Frame,
    pub memory: &'m Memory,
}

impl StateView<'_> {
    /// The block at whose end control is.
    #[inline]
    #[must_use]
    pub fn block(&self) -> Block {
        self.block
    }

    /// The bits of `value`, zero-extended, which must be alive: defined on every way here and not wider
    /// than 64 bits. `None` when it has no register of its own.
    #[inline]
    #[must_use]
    pub fn register(&self, value: Value) -> Option<u64> {
        let slot = *self.step_view.code.slots.get(self.function.position())?.get(value.position())?;
        (slot != NOWHERE).then(|| self.step_view.frame[slot as usize & (crate::step::WINDOW - 1)])
    }

    /// The address of `global`.
    #[inline]
    #[must_use]
    pub fn global(&self, global: GlobalId) -> Option<u64> {
        self.step_view.code.globals.get(global.position()).copied()
    }

    /// The `size_bytes` (1 to 8) bytes at `address`, little-endian; `None` where a load would fault.
    #[inline]
    #[must_use]
    pub fn load(&self, address: u64, size_bytes: u32) -> Option<u64> {
        let memory = self.step_view.memory;
        match size_bytes {
            1 => memory.load::<1>(address).map(|bytes| u64::from(bytes[0])),
            2 => memory.load::<2>(address).map(|bytes| u64::from(u16::from_le_bytes(bytes))),
            4 => memory.load::<4>(address).map(|bytes| u64::from(u32::from_le_bytes(bytes))),
            8 => memory.load::<8>(address).map(u64::from_le_bytes),
            _ => memory.read_uint(address, size_bytes).ok().and_then(|bits| u64::try_from(bits).ok()),
        }
    }
}
