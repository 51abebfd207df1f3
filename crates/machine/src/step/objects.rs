//! Operations on managed objects. See `trine_ir::objects` for what an object looks like.
//!
//! The fast forms are in the step loop; domains that keep shadows see each check as a comparison.

use super::Frame;
use super::session::{RunContext, read};
use super::slow::Context;
use crate::code::Code;
use crate::code::op::{Op, Slot, SlowOp};
use crate::domain::{Domain, IntCompare, MemoryAccess, Operand, TypeTest};
use crate::fault::{Access, FaultKind, Stop};
use crate::memory::{Memory, monitor};
use crate::observer::{AllocationKind, Observer};
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET, LOCK_OFFSET};
use trine_ir::{BinaryOp, ClassId, Classes, IntPredicate, ObjectOp, Type};

/// The class number in the header of the object at `object`.
#[inline(always)]
pub(crate) fn class_of(memory: &Memory, object: u64) -> Option<u32> {
    memory.load::<4>(object).map(u32::from_le_bytes)
}

/// The fault of an operation on what is no object.
#[cold]
#[inline(never)]
pub(crate) fn no_object(memory: &Memory, object: u64) -> Stop {
    Stop::Fault(memory.fault_at(object, 4, Access::Read))
}

/// The fault of an access to an element that an array does not have.
#[cold]
#[inline(never)]
pub(crate) fn no_element(memory: &Memory, array: u64, index: u64) -> Stop {
    match memory.load::<4>(array.wrapping_add(LENGTH_OFFSET)) {
        Some(length) => Stop::Fault(FaultKind::ArrayIndex {
            index: index as u32 as i32,
            length: u32::from_le_bytes(length),
        }),
        None => no_object(memory, array),
    }
}

/// Element `index` of an array as a register holds it; `None` outside of it. Out of line, and by registers only.
#[inline(never)]
fn element<const N: usize>(memory: &Memory, array: u64, index: u32) -> Option<u64> {
    let bytes = memory.element::<N>(array, index)?;
    let mut padded = [0; 8];
    padded[..N].copy_from_slice(&bytes);
    Some(u64::from_le_bytes(padded))
}

/// Writes element `index` of an array; `false` outside of it.
#[inline(never)]
fn set_element<const N: usize>(memory: &mut Memory, array: u64, index: u32, value: u64) -> bool {
    let mut cut = [0; N];
    cut.copy_from_slice(&value.to_le_bytes()[..N]);
    memory.set_element::<N>(array, index, cut).is_some()
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// A new object of `size` bytes.
    #[inline(always)]
    pub fn new_object(&mut self, memory: &mut Memory, class: u32, size: u64) -> Result<u64, Stop> {
        let address = memory.allocate_managed(size, class).ok_or(Stop::MemoryLimit)?;
        self.observer.allocation(AllocationKind::Heap, address, size);
        if D::TRACKS {
            self.domain.allocated(address, size);
        }
        Ok(address)
    }

    /// Tells the domain that `index` was compared with the length of `array`.
    pub fn check_index(
        &mut self,
        frame: &Frame,
        memory: &Memory,
        array: Slot,
        index: Slot,
    ) -> Result<(), Stop> {
        let address = frame[array as usize].wrapping_add(LENGTH_OFFSET);
        let Some(length) = memory.load::<4>(address).map(u32::from_le_bytes) else {
            return Err(no_object(memory, frame[array as usize]));
        };
        let value = Self::immediate(u64::from(length));
        let access = MemoryAccess { address: Self::immediate(address), ty: Type::Int(32), bytes: 4, value };
        let shadow = self.domain.load(&access, memory);
        let a = self.operand(frame, index);
        let inside = a.bits < u128::from(length);
        let b = Operand { bits: u128::from(length), shadow };
        let compare = IntCompare { predicate: IntPredicate::Ult, width: 32, a, b, result: inside };
        let check = self.domain.int_compare(&compare);
        self.domain.relies_on_check(check, inside);
        if inside { Ok(()) } else { Err(no_element(memory, frame[array as usize], frame[index as usize])) }
    }

    /// Whether the array at `array` may hold the reference `value`.
    #[inline(never)]
    pub fn check_element(&self, code: &Code, memory: &Memory, array: u64, value: u64) -> Result<(), Stop> {
        let Some(class) = class_of(memory, array) else { return Err(no_object(memory, array)) };
        let wanted = code.classes.get(class as usize).and_then(|class| class.element_class);
        let (Some(wanted), true) = (wanted, value != 0) else { return Ok(()) };
        let Some(found) = class_of(memory, value) else { return Err(no_object(memory, value)) };
        if code.is_subclass(found, wanted) {
            return Ok(());
        }
        Err(Stop::Fault(FaultKind::BadElement { object: value, array }))
    }

    /// Whether the object in `src` is an instance of `class`, with the shadow of that.
    #[inline]
    pub fn type_test(
        &mut self,
        code: &Code,
        frame: &Frame,
        memory: &Memory,
        src: Slot,
        class: ClassId,
    ) -> Result<(bool, D::Shadow), Stop> {
        let object = frame[src as usize];
        let mut found = None;
        if object != 0 {
            found = Some(class_of(memory, object).ok_or_else(|| no_object(memory, object))?);
        }
        let result = found.is_some_and(|found| code.is_subclass(found, class));
        let mut shadow = D::Shadow::default();
        if D::TRACKS {
            let steps = match found {
                Some(found) if !result => code.program.steps_between(ClassId(found), class),
                _ => 0,
            };
            let (object, found) = (self.operand(frame, src), found.map(ClassId));
            shadow = self.domain.type_test(&TypeTest { object, class, found, steps, result });
        }
        Ok((result, shadow))
    }

    /// The operations on objects, and the arithmetic of managed languages, that have forms of their own. `pc` is the
    /// position behind the operation.
    #[cold]
    #[inline(never)]
    pub(super) fn managed(
        &mut self,
        code: &Code,
        frame: &mut Frame,
        memory: &mut Memory,
        op: &Op,
        pc: usize,
    ) -> Result<(), Stop> {
        let at = (code, pc);
        match *op {
            Op::New { dst, class, size } => {
                frame[dst as usize] = self.new_object(memory, class, u64::from(size))?;
                self.set_shadow(dst, D::Shadow::default());
                Ok(())
            }
            Op::ArrayStore64 { src, array, index, ty } => {
                if ty == Type::Ptr {
                    self.check_element(code, memory, frame[array as usize], frame[src as usize])?;
                }
                self.array_store::<8>(at, frame, memory, (src, array, index, ty))
            }
            Op::TypeTest { dst, src, class } => {
                let (result, shadow) = self.type_test(code, frame, memory, src, ClassId(class))?;
                frame[dst as usize] = u64::from(result);
                self.set_shadow(dst, shadow);
                Ok(())
            }
            Op::CheckCast { src, class } => {
                let (is_one, shadow) = self.type_test(code, frame, memory, src, ClassId(class))?;
                if D::TRACKS {
                    self.domain.relies_on_check(shadow, is_one);
                }
                let object = frame[src as usize];
                if object != 0 && !is_one {
                    return Err(FaultKind::BadCast { object, class: ClassId(class) }.into());
                }
                Ok(())
            }
            Op::NullCheck { src } => {
                let object = frame[src as usize];
                class_of(memory, object).map(|_| ()).ok_or_else(|| no_object(memory, object))
            }
            Op::Statics { dst, class, size } => {
                frame[dst as usize] = memory.statics(class, u64::from(size)).ok_or(Stop::MemoryLimit)?;
                self.set_shadow(dst, D::Shadow::default());
                Ok(())
            }
            Op::SDivWrap { dst, a, b, width } => {
                self.int_binary(frame, BinaryOp::SDivWrap, [dst, a, b], width)
            }
            Op::SRemWrap { dst, a, b, width } => {
                self.int_binary(frame, BinaryOp::SRemWrap, [dst, a, b], width)
            }
            Op::ShlMask { dst, a, b, width } => self.int_binary(frame, BinaryOp::ShlMask, [dst, a, b], width),
            Op::LShrMask { dst, a, b, width } => {
                self.int_binary(frame, BinaryOp::LShrMask, [dst, a, b], width)
            }
            Op::AShrMask { dst, a, b, width } => {
                self.int_binary(frame, BinaryOp::AShrMask, [dst, a, b], width)
            }
            _ => Err(Stop::Unsupported("an operation of no known kind".to_owned())),
        }
    }

    /// Element of an array, the check included: destination, array, index, type.
    #[inline(always)]
    pub(super) fn array_load<const N: usize>(
        &mut self,
        at: (&Code, usize),
        frame: &mut Frame,
        memory: &mut Memory,
        (dst, array, index, ty): (Slot, Slot, Slot, Type),
    ) -> Result<(), Stop> {
        if D::TRACKS {
            return self.tracked_load::<N>(at, frame, memory, (dst, array, index, ty));
        }
        let (array, index) = (frame[array as usize], frame[index as usize]);
        match element::<N>(memory, array, index as u32) {
            Some(value) => frame[dst as usize] = value,
            None => return Err(no_element(memory, array, index)),
        }
        Ok(())
    }

    #[inline(never)]
    fn tracked_load<const N: usize>(
        &mut self,
        at: (&Code, usize),
        frame: &mut Frame,
        memory: &mut Memory,
        (dst, array, index, ty): (Slot, Slot, Slot, Type),
    ) -> Result<(), Stop> {
        self.check_index(frame, memory, array, index)?;
        let address = self.indexed(frame, array, (index, 32), N as i64, ELEMENTS_OFFSET as i64);
        self.load::<N>(frame, memory, at, dst, address, ty)
    }

    /// Writes an element of an array, the check included: source, array, index, type.
    #[inline(always)]
    pub(super) fn array_store<const N: usize>(
        &mut self,
        at: (&Code, usize),
        frame: &mut Frame,
        memory: &mut Memory,
        (src, array, index, ty): (Slot, Slot, Slot, Type),
    ) -> Result<(), Stop> {
        if D::TRACKS {
            return self.tracked_store::<N>(at, frame, memory, (src, array, index, ty));
        }
        let (array, index) = (frame[array as usize], frame[index as usize]);
        match set_element::<N>(memory, array, index as u32, frame[src as usize]) {
            true => Ok(()),
            false => Err(no_element(memory, array, index)),
        }
    }

    #[inline(never)]
    fn tracked_store<const N: usize>(
        &mut self,
        at: (&Code, usize),
        frame: &mut Frame,
        memory: &mut Memory,
        (src, array, index, ty): (Slot, Slot, Slot, Type),
    ) -> Result<(), Stop> {
        self.check_index(frame, memory, array, index)?;
        let address = self.indexed(frame, array, (index, 32), N as i64, ELEMENTS_OFFSET as i64);
        self.store::<N>(frame, memory, at, src, address, ty)
    }

    /// Operations on objects off the hot path.
    pub(super) fn object(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        op: ObjectOp,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let operand = |position: usize| slow.operands.get(position).map_or(0, |&r| read(frame, r) as u64);
        let object = operand(0);
        let result = slow.results.first().copied();
        let none = D::Shadow::default();
        match op {
            ObjectOp::NewArray(class) => {
                let address = self.new_array(frame, memory, slow, class, context.code)?;
                self.set(frame, result, u128::from(address), none);
            }
            ObjectOp::ClassOf => {
                let class = class_of(memory, object).ok_or_else(|| no_object(memory, object))?;
                self.set(frame, result, u128::from(class), none);
            }
            ObjectOp::IdentityHash => self.set(frame, result, u128::from(identity_hash(object)), none),
            ObjectOp::MonitorEnter | ObjectOp::MonitorExit => {
                let at = object.wrapping_add(LOCK_OFFSET);
                let lock = class_of(memory, object).and_then(|_| memory.load::<4>(at));
                let lock = lock.map(u32::from_le_bytes).ok_or_else(|| no_object(memory, object))?;
                let lock = match op {
                    ObjectOp::MonitorEnter => monitor::entered(lock, memory.thread()),
                    _ => monitor::left(lock, memory.thread()).ok_or(monitor::Refused::NotOwner),
                };
                let lock = lock.map_err(|refused| match refused {
                    monitor::Refused::Held => Stop::Held { object },
                    monitor::Refused::NotOwner => FaultKind::MonitorState { object }.into(),
                })?;
                memory.write_uint(at, 4, u128::from(lock))?;
            }
            // These have operations of their own.
            ObjectOp::New(_)
            | ObjectOp::ArrayLength
            | ObjectOp::ArrayLoad
            | ObjectOp::ArrayStore
            | ObjectOp::TypeTest(_)
            | ObjectOp::CheckCast(_)
            | ObjectOp::NullCheck
            | ObjectOp::Statics(_)
            | ObjectOp::EnsureInit(_) => {
                return Err(Stop::Unsupported(format!("object.{} of these types", op.name())));
            }
        }
        Ok(())
    }

    fn new_array(
        &mut self,
        frame: &Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        class: ClassId,
        code: &Code,
    ) -> Result<u64, Stop> {
        let Some(&register) = slow.operands.first() else { return Err(Stop::MemoryLimit) };
        let operand = self.register(frame, register);
        let length = operand.bits as u32 as i32;
        if D::TRACKS {
            let (predicate, b) = (IntPredicate::Slt, Self::immediate(0));
            let compare = IntCompare { predicate, width: 32, a: operand, b, result: length < 0 };
            let check = self.domain.int_compare(&compare);
            self.domain.relies_on_check(check, length < 0);
        }
        let count = u64::try_from(length).map_err(|_| FaultKind::NegativeLength { length })?;
        let element = code.classes.get(class.0 as usize).map_or(1, |class| class.element_bytes);
        let size = ELEMENTS_OFFSET + count * u64::from(element);
        let address = self.new_object(memory, class.0, size)?;
        memory.write_uint(address + LENGTH_OFFSET, 4, operand.bits)?;
        if D::TRACKS {
            // Later runs may have another length: the length is what it was computed from.
            let address = Self::immediate(address + LENGTH_OFFSET);
            self.domain.store(&MemoryAccess { address, ty: Type::Int(32), bytes: 4, value: operand });
        }
        Ok(address)
    }
}

/// A number of 31 bits that tells objects apart; 0 for null.
fn identity_hash(object: u64) -> u32 {
    // Multiplicative hashing (Knuth, TAOCP 3, 6.4) of the object's number.
    if object == 0 { 0 } else { ((object >> 32) as u32).wrapping_mul(0x9E37_79B1) >> 1 | 1 }
}
