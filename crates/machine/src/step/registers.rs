//! Loads, stores, atomic operations and copies that found no object: hardware registers, or faults.

use super::Frame;
use super::arith::wide;
use super::memory::Address;
use super::session::{RunContext, read, write};
use super::slow::Context;
use crate::code::op::{Register, Slot, SlowOp};
use crate::code::{Code, HardwareAccess};
use crate::domain::{Domain, MemoryAccess, Operand};
use crate::fault::{Access, FaultKind, Stop};
use crate::memory::{Memory, is_register};
use crate::observer::Observer;
use trine_ir::Type;

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// The load before `pc`, which found no object at `address`. What else it says is read from the operation: the step
    /// loop need not keep it.
    ///
    /// # Errors
    /// As [`RunContext::load_register`].
    #[cold]
    #[inline(never)]
    pub fn refused_load(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        at: (&Code, usize),
        address: Address<D::Shadow>,
    ) -> Result<(), Stop> {
        match at.0.ops[at.1 - 1].accessed() {
            Some((dst, ty)) => self.load_register(frame, memory, at, dst, address, ty),
            None => Err(memory.fault_at(address.bits, 1, Access::Read).into()),
        }
    }

    /// The store before `pc`, which found no object at `address` that may be written.
    ///
    /// # Errors
    /// As [`RunContext::store_register`].
    #[cold]
    #[inline(never)]
    pub fn refused_store(
        &mut self,
        frame: &Frame,
        memory: &mut Memory,
        at: (&Code, usize),
        address: Address<D::Shadow>,
    ) -> Result<(), Stop> {
        match at.0.ops[at.1 - 1].accessed() {
            Some((src, ty)) => self.store_register(frame, memory, at, src, address, ty),
            None => Err(memory.fault_at(address.bits, 1, Access::Write).into()),
        }
    }

    /// `dst` = what the register at `address` holds, for the operation before `pc`.
    ///
    /// # Errors
    /// The fault, where there may be no register or the operation may not read one.
    #[cold]
    #[inline(never)]
    pub fn load_register(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        (code, pc): (&Code, usize),
        dst: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), Stop> {
        let (at, bytes) = (address.bits, memory.size_of(ty));
        let value = match hardware_access(code, pc, at, bytes) {
            None => return Err(memory.fault_at(at, u64::from(bytes), Access::Read).into()),
            Some(HardwareAccess::Plain) => {
                let (value, is_known) = memory.registers_mut().read_plain(at, bytes);
                if D::TRACKS && !is_known {
                    self.domain.register_read(at, 0, None);
                }
                value
            }
            Some(HardwareAccess::Volatile) => {
                let mut value = 0;
                for &(offset, bytes) in pieces(bytes, &[(0, bytes)]) {
                    let at = at + u64::from(offset);
                    let found = memory.registers_mut().read_volatile(at, bytes);
                    if D::TRACKS {
                        self.domain.register_read(at, found.number, found.put_bytes);
                    }
                    value |= found.value << (8 * offset);
                }
                value
            }
        };
        let value = match ty {
            Type::Ptr => u128::from(memory.pointer_of(value as u64)),
            _ => value & wide::mask(ty.bits()),
        };
        if D::TRACKS {
            let operand = Operand { bits: value, shadow: D::Shadow::default() };
            let event = MemoryAccess { address: address.into(), ty, bytes, value: operand };
            let shadow = self.domain.load(&event, memory);
            self.set_shadow(dst, shadow);
            if memory.registers().is_cleared_by_reading(at) {
                self.domain.overwritten(at, u64::from(bytes));
            }
        }
        write(frame, Register { slot: dst, ty }, value);
        Ok(())
    }

    /// Writes `src` to the register at `address`, for the operation before `pc`.
    ///
    /// # Errors
    /// The fault, where there may be no register or the operation may not write one.
    #[cold]
    #[inline(never)]
    pub fn store_register(
        &mut self,
        frame: &Frame,
        memory: &mut Memory,
        (code, pc): (&Code, usize),
        src: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), Stop> {
        let (at, bytes) = (address.bits, memory.size_of(ty));
        let value = read(frame, Register { slot: src, ty });
        let value = match ty {
            Type::Ptr => u128::from(memory.image(value as u64).ok_or(Stop::MemoryLimit)?),
            _ => value,
        };
        match hardware_access(code, pc, at, bytes) {
            None => return Err(memory.fault_at(at, u64::from(bytes), Access::Write).into()),
            Some(HardwareAccess::Plain) => memory.registers_mut().write_plain(at, bytes, value),
            Some(HardwareAccess::Volatile) => {
                for &(offset, bytes) in pieces(bytes, &[(0, bytes)]) {
                    let part = value >> (8 * offset) & wide::mask(8 * bytes);
                    memory.registers_mut().write_volatile(at + u64::from(offset), bytes, part);
                }
            }
        }
        if D::TRACKS {
            let value = Operand { bits: value, shadow: self.shadow(src) };
            match memory.registers().is_cleared_by_writing(at) {
                true => self.domain.overwritten(at, u64::from(bytes)),
                false => self.domain.store(&MemoryAccess { address: address.into(), ty, bytes, value }),
            }
        }
        Ok(())
    }
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// An atomic operation on a register: a volatile read of it and, where `updated` of the frame, what it held and the second operand gives
    /// something to write, a volatile write.
    ///
    /// # Errors
    /// The fault, where there may be no register.
    #[cold]
    #[inline(never)]
    pub fn atomic_at_register(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        context: &Context<'_>,
        updated: impl FnOnce(&Frame, u128, u128) -> Option<u128>,
    ) -> Result<(), Stop> {
        let ty = slow.operands[1].ty;
        let (at, bytes) = (read(frame, slow.operands[0]) as u64, memory.size_of(ty));
        let (code, pc) = (context.code, context.pc);
        if hardware_access(code, pc, at, bytes).is_none() {
            return Err(memory.fault_at(at, u64::from(bytes), Access::Write).into());
        }
        let mut shadow = D::Shadow::default();
        let found = memory.registers_mut().read_volatile(at, bytes);
        let old = found.value & wide::mask(ty.bits());
        if D::TRACKS {
            self.domain.register_read(at, found.number, found.put_bytes);
            let value = Operand { bits: old, shadow };
            let address = self.register(frame, slow.operands[0]);
            shadow = self.domain.load(&MemoryAccess { address, ty, bytes, value }, memory);
        }
        let new = updated(frame, old, read(frame, slow.operands[1]));
        if let Some(new) = new {
            memory.registers_mut().write_volatile(at, bytes, new);
            if D::TRACKS {
                self.domain.overwritten(at, u64::from(bytes));
            }
        }
        self.set(frame, slow.results.first().copied(), old, shadow);
        self.set(frame, slow.results.get(1).copied(), u128::from(new.is_some()), D::Shadow::default());
        Ok(())
    }

    /// What a volatile read at `address` finds, where the object holds `held`.
    pub fn volatile_read(&mut self, memory: &mut Memory, (address, ty): (u64, Type), held: u128) -> u128 {
        let is_of_a_test = memory.outlives_its_function(address);
        if !is_of_a_test {
            return held;
        }
        let bytes = memory.size_of(ty);
        let (number, changed) = memory.registers_mut().read_object(address, bytes, held);
        if let Some((now, is_one_value)) = changed {
            if memory.write_uint(address, bytes, now).is_err() {
                return held;
            }
            if D::TRACKS {
                self.domain.overwritten(address, u64::from(bytes));
                self.domain.register_read(address, number, is_one_value.then_some(bytes));
            }
            return now;
        }
        if D::TRACKS && number > 0 {
            self.domain.register_read(address, number, None);
        }
        held
    }

    /// Copies `length` bytes of which some lie at absolute addresses, or writes them where `from` is a byte. Such blocks are
    /// accessed plainly, in pieces of at most eight bytes.
    ///
    /// # Errors
    /// `fault`, where the operation before `pc` may not access hardware, or there is none.
    #[cold]
    #[inline(never)]
    pub(super) fn block_at_registers(
        &mut self,
        memory: &mut Memory,
        (code, pc): (&Code, usize),
        (to, from, length): (u64, BlockSource, u64),
        fault: FaultKind,
    ) -> Result<(), Stop> {
        let is_absolute = |address: u64| is_register(address, 1);
        let mut done = 0;
        while done < length {
            let at = to.wrapping_add(done);
            let source = match from {
                BlockSource::Address(from) => Some(from.wrapping_add(done)),
                BlockSource::Byte(_) => None,
            };
            if !is_absolute(at) && !source.is_some_and(is_absolute)
                || hardware_access(code, pc, if is_absolute(at) { at } else { source.unwrap_or(at) }, 1)
                    .is_none()
            {
                return Err(fault.into());
            }
            let in_page = |address: u64| if is_absolute(address) { 4096 - address % 4096 } else { 8 };
            let most = in_page(at).min(source.map_or(8, in_page));
            let bytes = (length - done).min(8).min(most) as u32;
            let value = match (from, source) {
                (BlockSource::Byte(byte), _) => u128::from_le_bytes([byte; 16]),
                (_, Some(source)) if is_absolute(source) => {
                    let (value, is_known) = memory.registers_mut().read_plain(source, bytes);
                    if D::TRACKS && !is_known {
                        self.domain.register_read(source, 0, None);
                    }
                    value
                }
                (_, source) => memory.read_uint(source.unwrap_or(0), bytes)?,
            };
            match is_absolute(at) {
                true => memory.registers_mut().write_plain(at, bytes, value & wide::mask(bytes * 8)),
                false => memory.write_uint(at, bytes, value)?,
            }
            done += u64::from(bytes);
        }
        Ok(())
    }
}

/// What a block is filled with.
#[derive(Clone, Copy)]
pub(super) enum BlockSource {
    /// The bytes from this address on.
    Address(u64),
    /// This byte.
    Byte(u8),
}

/// The accesses, each with its offset, that clang makes of one to `bytes` bytes: the storage of a bit-field may have three, five, six
/// or seven, for which no processor has an instruction.
fn pieces(bytes: u32, whole: &[(u32, u32); 1]) -> &[(u32, u32)] {
    match bytes {
        3 => &[(2, 1), (0, 2)],
        5 => &[(4, 1), (0, 4)],
        6 => &[(4, 2), (0, 4)],
        7 => &[(6, 1), (4, 2), (0, 4)],
        _ => whole,
    }
}

/// How the operation before `pc` may access hardware at `address`.
fn hardware_access(code: &Code, pc: usize, address: u64, bytes: u32) -> Option<HardwareAccess> {
    let access = code.hardware.get(&(pc as u32).wrapping_sub(1)).copied();
    access.filter(|_| is_register(address, bytes))
}
