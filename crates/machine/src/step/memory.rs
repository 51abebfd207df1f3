//! Addresses, loads, stores and local variables.

use super::Frame;
use super::arith::narrow;
use super::session::RunContext;
use crate::code::Code;
use crate::code::op::{Indexed, Slot};
use crate::domain::{Domain, MemoryAccess, Operand, PtrAdd};
use crate::fault::{FaultKind, Stop};
use crate::memory::Memory;
use crate::observer::{AllocationKind, Observer};
use trine_ir::Type;

/// An address computed, with its shadow.
#[derive(Clone, Copy)]
pub(crate) struct Address<S> {
    pub bits: u64,
    pub shadow: S,
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// `dst = base + offset`.
    #[inline(always)]
    pub fn ptr_add(&mut self, frame: &mut Frame, dst: Slot, base: Slot, offset: i64) {
        let address = self.plus(frame, base, offset);
        frame[dst as usize] = address.bits;
        self.set_shadow(dst, address.shadow);
    }

    /// `dst = base + index * scale + offset`.
    #[inline(always)]
    pub fn ptr_add_index(
        &mut self,
        frame: &mut Frame,
        dst: Slot,
        base: Slot,
        index: (Slot, u8),
        scale: i32,
        offset: i32,
    ) {
        let address = self.indexed(frame, base, index, i64::from(scale), i64::from(offset));
        frame[dst as usize] = address.bits;
        self.set_shadow(dst, address.shadow);
    }

    /// The address of an access at an offset.
    #[inline(always)]
    pub fn beyond(&mut self, frame: &Frame, base: Slot, offset: i32) -> Address<D::Shadow> {
        self.plus(frame, base, i64::from(offset))
    }

    #[inline(always)]
    fn plus(&mut self, frame: &Frame, base: Slot, offset: i64) -> Address<D::Shadow> {
        let bits = frame[base as usize].wrapping_add(offset as u64);
        let mut shadow = D::Shadow::default();
        if D::TRACKS {
            let base = self.operand(frame, base);
            shadow = if offset == 0 {
                base.shadow
            } else {
                self.domain.ptr_add(&PtrAdd { base, index: None, scale: 0, offset, result: bits })
            };
        }
        Address { bits, shadow }
    }

    /// `base + index * scale + offset`.
    #[inline(always)]
    pub fn indexed(
        &mut self,
        frame: &Frame,
        base: Slot,
        (index, width): (Slot, u8),
        scale: i64,
        offset: i64,
    ) -> Address<D::Shadow> {
        let steps = narrow::signed(frame[index as usize], u32::from(width));
        let bits =
            frame[base as usize].wrapping_add(steps.wrapping_mul(scale) as u64).wrapping_add(offset as u64);
        let mut shadow = D::Shadow::default();
        if D::TRACKS {
            let index = Some((self.operand(frame, index), u32::from(width)));
            let base = self.operand(frame, base);
            shadow = self.domain.ptr_add(&PtrAdd { base, index, scale, offset, result: bits });
        }
        Address { bits, shadow }
    }

    /// The address of a fused access.
    #[inline(always)]
    pub fn fused(&mut self, frame: &Frame, at: Indexed) -> Address<D::Shadow> {
        self.indexed(frame, at.base, (at.index, at.width), i64::from(at.scale), i64::from(at.offset))
    }

    /// `dst` = the `N` bytes at `address`, for the operation before `pc`.
    #[inline(always)]
    pub fn load<const N: usize>(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        (code, pc): (&Code, usize),
        dst: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), Stop> {
        if D::TRACKS {
            self.domain.relies_on(&[address.into()]);
            self.domain.reading(address.into(), N as u32, memory);
        }
        let Some(bytes) = memory.load::<N>(address.bits) else {
            return self.refused_load(frame, memory, (code, pc), address);
        };
        let mut padded = [0; 8];
        padded[..N].copy_from_slice(&bytes);
        let value = u64::from_le_bytes(padded);
        if D::TRACKS {
            let event =
                MemoryAccess { address: address.into(), ty, bytes: N as u32, value: Self::immediate(value) };
            let shadow = self.domain.load(&event, memory);
            self.set_shadow(dst, shadow);
        }
        frame[dst as usize] = value;
        Ok(())
    }

    /// Writes the low `N` bytes of `src` at `address`, for the operation before `pc`.
    #[inline(always)]
    pub fn store<const N: usize>(
        &mut self,
        frame: &Frame,
        memory: &mut Memory,
        (code, pc): (&Code, usize),
        src: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), Stop> {
        let bytes = frame[src as usize].to_le_bytes();
        let mut cut = [0; N];
        cut.copy_from_slice(&bytes[..N]);
        if D::TRACKS {
            self.domain.relies_on(&[address.into()]);
            self.domain.storing(address.into(), N as u32, memory);
        }
        if memory.store::<N>(address.bits, cut).is_none() {
            return self.refused_store(frame, memory, (code, pc), address);
        }
        if D::TRACKS {
            let value = self.operand(frame, src);
            let (address, bytes) = (address.into(), N as u32);
            self.domain.store(&MemoryAccess { address, ty, bytes, value });
        }
        Ok(())
    }

    /// `dst` = the address of a local variable of `size` bytes.
    #[inline(always)]
    pub fn stack_variable(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        dst: Slot,
        size: u64,
    ) -> Result<(), Stop> {
        frame[dst as usize] = self.stack_allocate(memory, size)?;
        self.set_shadow(dst, D::Shadow::default());
        Ok(())
    }

    /// A local variable of `size` bytes.
    pub fn stack_allocate(&mut self, memory: &mut Memory, size: u64) -> Result<u64, Stop> {
        let address = memory.allocate_stack(size).ok_or(Stop::Fault(FaultKind::StackOverflow))?;
        self.observer.allocation(AllocationKind::Stack, address, size);
        if D::TRACKS {
            self.domain.allocated(address, size);
        }
        Ok(address)
    }
}

impl<S> From<Address<S>> for Operand<S> {
    #[inline(always)]
    fn from(address: Address<S>) -> Self {
        Operand { bits: u128::from(address.bits), shadow: address.shadow }
    }
}
