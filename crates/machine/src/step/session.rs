//! What a run brings along: domain, observer, stubs, and the shadow of every register.

use super::{Frame, FrameRecord};
use crate::activation::Activation;
use crate::code::op::{Register, Slot};
use crate::domain::{Domain, Operand};
use crate::machine::StubHandler;
use crate::observer::Observer;
use trine_ir::Type;

/// A run's domain, observer and stubs.
pub(crate) struct RunContext<'r, D: Domain, O> {
    pub domain: &'r mut D,
    pub observer: &'r mut O,
    pub stubs: &'r mut dyn StubHandler,
    /// Beside the machine's registers; empty unless the domain tracks.
    pub shadows: Vec<D::Shadow>,
    /// Beside what the last throw carried.
    pub thrown: Vec<D::Shadow>,
    /// Calls of other threads, by the thread's number.
    pub aside: Vec<(u32, crate::threads::Aside<D::Shadow>)>,
    /// Start of the current frame.
    pub base: usize,
    pub activation: Activation,
    /// Whether signed overflow is a fault.
    pub overflow_faults: bool,
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    #[inline(always)]
    pub fn shadow(&self, slot: Slot) -> D::Shadow {
        if D::TRACKS { self.shadows[self.base + slot as usize] } else { D::Shadow::default() }
    }

    #[inline(always)]
    pub fn set_shadow(&mut self, slot: Slot, shadow: D::Shadow) {
        if D::TRACKS {
            self.shadows[self.base + slot as usize] = shadow;
        }
    }

    #[inline(always)]
    pub fn operand(&self, frame: &Frame, slot: Slot) -> Operand<D::Shadow> {
        Operand { bits: u128::from(frame[slot as usize]), shadow: self.shadow(slot) }
    }

    /// An operand of either size.
    pub fn register(&self, frame: &Frame, register: Register) -> Operand<D::Shadow> {
        Operand { bits: read(frame, register), shadow: self.shadow(register.slot) }
    }

    /// An immediate operand.
    #[inline(always)]
    pub fn immediate(bits: u64) -> Operand<D::Shadow> {
        Operand { bits: u128::from(bits), shadow: D::Shadow::default() }
    }

    /// Makes room for the shadows of a frame and forgets those of its constants.
    #[inline(always)]
    pub fn enter(&mut self, base: usize, constant_slot: u32, frame_size: u32) {
        self.base = base;
        if D::TRACKS {
            let end = base + frame_size as usize;
            if self.shadows.len() < end {
                self.shadows.resize(end, D::Shadow::default());
            }
            self.shadows[base + constant_slot as usize..end].fill(D::Shadow::default());
        }
    }

    /// Copies shadows of the slots `from`, relative to `base`, to the slots from `to` on.
    #[inline(always)]
    pub fn pass(&mut self, base: usize, from: &[Slot], to: usize) {
        if D::TRACKS {
            if self.shadows.len() < to + from.len() {
                self.shadows.resize(to + from.len(), D::Shadow::default());
            }
            for (position, &slot) in from.iter().enumerate() {
                self.shadows[to + position] = self.shadows[base + slot as usize];
            }
        }
    }

    /// Notes what a throw carries, in `thrown`.
    #[cold]
    #[inline(never)]
    pub fn throw(&mut self, frame: &Frame, values: &[Register], thrown: &mut Vec<u128>) {
        thrown.clear();
        thrown.extend(values.iter().map(|&value| read(frame, value)));
        if D::TRACKS {
            self.thrown.clear();
            for value in values {
                let shadow = self.shadow(value.slot);
                self.thrown.push(shadow);
            }
        }
    }

    /// Sets a register to part `index` of what was thrown; 0 where it has no such part.
    #[cold]
    #[inline(never)]
    pub fn caught(&mut self, frame: &mut Frame, slot: Slot, ty: Type, index: u32, thrown: &[u128]) {
        let bits = thrown.get(index as usize).copied().unwrap_or(0);
        write(frame, Register { slot, ty }, bits & super::arith::wide::mask(ty.bits()));
        if D::TRACKS {
            let shadow = self.thrown.get(index as usize).copied().unwrap_or_default();
            self.set_shadow(slot, shadow);
        }
    }

    /// Returns to the caller's frame.
    #[inline(always)]
    pub fn leave(&mut self, record: &FrameRecord) {
        self.observer.returned(record.function, self.activation);
        if D::TRACKS {
            self.domain.leaves(self.activation.depth);
        }
        self.base = record.caller_base as usize;
        self.activation =
            Activation { number: record.caller_activation, depth: self.activation.depth.wrapping_sub(1) };
    }
}

/// The bits of a register of either size.
#[inline]
pub(crate) fn read(frame: &Frame, register: Register) -> u128 {
    let low = u128::from(frame[register.slot as usize]);
    if register.ty.is_wide() { low | u128::from(frame[register.slot as usize + 1]) << 64 } else { low }
}

/// Writes a register of either size.
#[inline]
pub(crate) fn write(frame: &mut Frame, register: Register, bits: u128) {
    frame[register.slot as usize] = bits as u64;
    if register.ty.is_wide() {
        frame[register.slot as usize + 1] = (bits >> 64) as u64;
    }
}
