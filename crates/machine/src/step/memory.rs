//! Addresses, loads, stores and local variables.

use super::Frame;
use super::arith::narrow;
use super::session::Session;
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

/// An address that no object allows to be accessed so: a register, or a fault.
pub(crate) struct NoObject;

impl<D: Domain, O: Observer<D>> Session<'_, D, O> {
    /// `base + offset`, fused with an access or on its own.
    #[inline(always)]
    pub fn displaced(&mut self, frame: &Frame, base: Slot, offset: i64) -> Address<D::Shadow> {
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

    /// `dst` = the `N` bytes at `address`.
    #[inline(always)]
    pub fn load<const N: usize>(
        &mut self,
        frame: &mut Frame,
        memory: &Memory,
        dst: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), NoObject> {
        if D::TRACKS {
            self.domain.relies_on(&[address.into()]);
            self.domain.reading(address.into(), N as u32, memory);
        }
        let bytes = memory.load::<N>(address.bits).ok_or(NoObject)?;
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

    /// Writes the low `N` bytes of `src` at `address`.
    #[inline(always)]
    pub fn store<const N: usize>(
        &mut self,
        frame: &Frame,
        memory: &mut Memory,
        src: Slot,
        address: Address<D::Shadow>,
        ty: Type,
    ) -> Result<(), NoObject> {
        let bytes = frame[src as usize].to_le_bytes();
        let mut cut = [0; N];
        cut.copy_from_slice(&bytes[..N]);
        if D::TRACKS {
            self.domain.relies_on(&[address.into()]);
            self.domain.storing(address.into(), N as u32, memory);
        }
        memory.store::<N>(address.bits, cut).ok_or(NoObject)?;
        if D::TRACKS {
            let value = self.operand(frame, src);
            let (address, bytes) = (address.into(), N as u32);
            self.domain.store(&MemoryAccess { address, ty, bytes, value });
        }
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
