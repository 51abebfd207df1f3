//! Loads and stores that found no object: hardware registers, or faults.

use super::Frame;
use super::memory::Address;
use super::session::{Session, read, write};
use crate::code::op::{Register, Slot};
use crate::code::{Code, HardwareAccess};
use crate::domain::{Domain, MemoryAccess, Operand};
use crate::fault::{Access, Stop};
use crate::memory::{Memory, is_register};
use crate::observer::Observer;
use trine_ir::Type;

impl<D: Domain, O: Observer<D>> Session<'_, D, O> {
    /// The load before `pc`, which found no object at `address`. What else it says is read from the operation: the step
    /// loop need not keep it.
    ///
    /// # Errors
    /// As [`Session::load_register`].
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
    /// As [`Session::store_register`].
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
        let (at, bytes) = (address.bits, ty.store_size_bytes());
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
                let found = memory.registers_mut().read_volatile(at, bytes);
                if D::TRACKS {
                    self.domain.register_read(at, found.number, found.put_bytes);
                }
                found.value
            }
        };
        let value = value & crate::step::arith::wide::mask(ty.bits());
        if D::TRACKS {
            let operand = Operand { bits: value, shadow: D::Shadow::default() };
            let event = MemoryAccess { address: address.into(), ty, value: operand };
            let shadow = self.domain.load(&event, memory);
            self.set_shadow(dst, shadow);
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
        let (at, bytes) = (address.bits, ty.store_size_bytes());
        let value = read(frame, Register { slot: src, ty });
        match hardware_access(code, pc, at, bytes) {
            None => return Err(memory.fault_at(at, u64::from(bytes), Access::Write).into()),
            Some(HardwareAccess::Plain) => memory.registers_mut().write_plain(at, bytes, value),
            Some(HardwareAccess::Volatile) => memory.registers_mut().write_volatile(at, bytes, value),
        }
        if D::TRACKS {
            let value = Operand { bits: value, shadow: self.shadow(src) };
            self.domain.store(&MemoryAccess { address: address.into(), ty, value });
        }
        Ok(())
    }
}

/// How the operation before `pc` may access hardware at `address`.
fn hardware_access(code: &Code, pc: usize, address: u64, bytes: u32) -> Option<HardwareAccess> {
    let access = code.hardware.get(&(pc as u32).wrapping_sub(1)).copied();
    access.filter(|_| is_register(address, bytes))
}
