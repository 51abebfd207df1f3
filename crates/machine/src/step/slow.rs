//! Operations off the hot path: anything wide, f80, checked, atomic, or rare.

use super::arith::{self, wide};
use super::memory::Address;
use super::session::{RunContext, read, write};
use super::{Frame, FrameRecord, cast, float};
use crate::code::Code;
use crate::code::op::{Register, SlowOp};
use crate::domain::{Binary, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, PtrAdd, Select};
use crate::fault::{FaultKind, Stop};
use crate::float80;
use crate::memory::Memory;
use crate::observer::Observer;
use trine_ir::{AtomicOp, BinaryOp, CastOp, FloatPredicate, FuncId, IntPredicate, Op, Type};

/// What a slow operation may ask about the run.
pub(crate) struct Context<'a> {
    pub code: &'a Code,
    /// Behind the operation.
    pub pc: usize,
    pub function: FuncId,
    pub varargs: u64,
    pub thrown: &'a [u128],
}

impl<'a> Context<'a> {
    /// That of the operation before `pc` in the innermost of `frames`.
    pub fn new(code: &'a Code, pc: usize, frames: &[FrameRecord], thrown: &'a [u128]) -> Self {
        let (function, varargs) =
            frames.last().map_or((FuncId(0), 0), |record| (record.function, record.varargs));
        Self { code, pc, function, varargs, thrown }
    }
}

/// The bits of an operand; 0 where there is none.
fn operand(frame: &Frame, slow: &SlowOp, position: usize) -> u128 {
    slow.operands.get(position).map_or(0, |&register| read(frame, register))
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// Executes `slow`.
    #[cold]
    #[inline(never)]
    pub fn slow(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let (x, y) = (operand(frame, slow, 0), operand(frame, slow, 1));
        let result = slow.results.first().copied();
        match &slow.op {
            Op::Binary { op, no_signed_wrap, .. } => {
                let ty = result.map_or(Type::Ptr, |r| r.ty);
                self.relies_on(frame, &[1, 0], slow);
                let value = self.checked_binary(*op, *no_signed_wrap, ty, x, y)?;
                let shadow = self.binary_shadow(frame, slow, (*op, *no_signed_wrap), ty, value);
                self.set(frame, result, value, shadow);
            }
            Op::FloatNeg(_) => self.slow_float_neg(frame, slow),
            Op::IntCompare(predicate, ..) => self.slow_int_compare(frame, slow, *predicate),
            Op::FloatCompare(predicate, ..) => self.slow_float_compare(frame, slow, *predicate),
            Op::Cast(op, _) => self.slow_cast_of(frame, memory, slow, *op)?,
            Op::Select { .. } => self.slow_select(frame, slow),
            Op::PtrAdd { scale, offset, .. } => self.slow_ptr_add(frame, slow, *scale, *offset),
            Op::Load { volatile, .. } => self.slow_load(frame, memory, slow, *volatile, context)?,
            Op::Store { .. } => self.slow_store(frame, memory, slow, context)?,
            Op::StackAlloc { size_bytes, .. } => {
                let size = u128::from(*size_bytes).saturating_mul(x);
                let size = u64::try_from(size).unwrap_or(u64::MAX);
                let address = self.stack_allocate(memory, size)?;
                let of_size = match slow.operands.first() {
                    Some(&register) if D::TRACKS => {
                        let size = self.register(frame, register);
                        self.domain.sized(size)
                    }
                    _ => D::Shadow::default(),
                };
                self.set(frame, result, u128::from(address), of_size);
            }
            Op::AtomicUpdate { op, .. } => self.atomic(frame, memory, slow, *op, context)?,
            Op::CompareExchange { .. } => self.compare_exchange(frame, memory, slow, context)?,
            Op::Object(op, _) => self.object(frame, memory, slow, *op, context)?,
            Op::Intrinsic(intrinsic, _) => self.intrinsic(frame, memory, slow, *intrinsic, context)?,
            Op::Call { .. } => return Err(Stop::Unsupported("a call in a slow operation".into())),
        }
        Ok(())
    }

    fn slow_float_neg(&mut self, frame: &mut Frame, slow: &SlowOp) {
        let result = slow.results.first().copied();
        let x = operand(frame, slow, 0);
        let ty = result.map_or(Type::F64, |r| r.ty);
        let value = x ^ 1 << (ty.bits() - 1);
        let shadow = if D::TRACKS {
            let a = Self::immediate(0);
            let a = crate::domain::Operand { bits: 1 << (ty.bits() - 1), ..a };
            let b = self.register(frame, slow.operands[0]);
            let op = BinaryOp::FSub;
            self.domain.binary(&Binary { op, ty, a, b, result: value, overflow_faults: false })
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, value, shadow);
    }

    fn slow_int_compare(&mut self, frame: &mut Frame, slow: &SlowOp, predicate: IntPredicate) {
        let result = slow.results.first().copied();
        let x = operand(frame, slow, 0);
        let y = operand(frame, slow, 1);
        let width = slow.operands[0].ty.bits();
        let holds = int_holds(predicate, width, x, y);
        let shadow = if D::TRACKS {
            let (a, b) = (self.register(frame, slow.operands[0]), self.register(frame, slow.operands[1]));
            self.domain.int_compare(&IntCompare { predicate, width, a, b, result: holds })
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, u128::from(holds), shadow);
    }

    fn slow_float_compare(&mut self, frame: &mut Frame, slow: &SlowOp, predicate: FloatPredicate) {
        let result = slow.results.first().copied();
        let x = operand(frame, slow, 0);
        let y = operand(frame, slow, 1);
        let ty = slow.operands[0].ty;
        let holds = float::holds(predicate, float::compare(ty, x, y));
        let shadow = if D::TRACKS {
            let (a, b) = (self.register(frame, slow.operands[0]), self.register(frame, slow.operands[1]));
            self.domain.float_compare(&FloatCompare { predicate, ty, a, b, result: holds })
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, u128::from(holds), shadow);
    }

    fn slow_cast_of(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        op: CastOp,
    ) -> Result<(), Stop> {
        let result = slow.results.first().copied();
        let x = operand(frame, slow, 0);
        let (from, to) = (slow.operands[0].ty, result.map_or(Type::Ptr, |r| r.ty));
        let value = self.slow_cast(memory, op, (from, to), x)?;
        let shadow = if D::TRACKS {
            let source = self.register(frame, slow.operands[0]);
            self.domain.cast(&Cast { op, from, to, value: source, result: value })
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, value, shadow);
        Ok(())
    }

    fn slow_select(&mut self, frame: &mut Frame, slow: &SlowOp) {
        let result = slow.results.first().copied();
        let value =
            if operand(frame, slow, 0) & 1 != 0 { operand(frame, slow, 1) } else { operand(frame, slow, 2) };
        let shadow = if D::TRACKS {
            let [cond, then, otherwise] = [0, 1, 2].map(|i| self.register(frame, slow.operands[i]));
            self.domain.select(&Select { cond, then, otherwise })
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, value, shadow);
    }

    fn slow_load(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        volatile: bool,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let result = slow.results.first().copied();
        let x = operand(frame, slow, 0);
        let ty = result.map_or(Type::Ptr, |r| r.ty);
        self.relies_on(frame, &[0], slow);
        if D::TRACKS {
            let address = self.register(frame, slow.operands[0]);
            self.domain.reading(address, memory.size_of(ty), memory);
        }
        let found = memory.read_value(x as u64, ty);
        let Ok(value) = found else {
            let address = self.address(frame, slow.operands[0]);
            let at = (context.code, context.pc);
            return match result {
                Some(result) => self.load_register(frame, memory, at, result.slot, address, ty),
                None => Err(found.err().map_or(Stop::MemoryLimit, Stop::Fault)),
            };
        };
        let value = match volatile {
            true => self.volatile_read(memory, (x as u64, ty), value),
            false => value,
        };
        let value = value & wide::mask(ty.bits());
        let shadow = if D::TRACKS {
            let address = self.register(frame, slow.operands[0]);
            let value = crate::domain::Operand { bits: value, shadow: D::Shadow::default() };
            let bytes = memory.size_of(ty);
            self.domain.load(&MemoryAccess { address, ty, bytes, value }, memory)
        } else {
            D::Shadow::default()
        };
        self.set(frame, result, value, shadow);
        Ok(())
    }

    fn slow_store(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let x = operand(frame, slow, 0);
        let y = operand(frame, slow, 1);
        let ty = slow.operands[1].ty;
        self.relies_on(frame, &[0], slow);
        if D::TRACKS {
            let address = self.register(frame, slow.operands[0]);
            self.domain.storing(address, memory.size_of(ty), memory);
        }
        if memory.write_value(x as u64, ty, y).is_err() {
            let address = self.address(frame, slow.operands[0]);
            let (at, src) = ((context.code, context.pc), slow.operands[1].slot);
            return self.store_register(frame, memory, at, src, address, ty);
        }
        self.stored(frame, slow, slow.operands[1], memory);
        Ok(())
    }

    /// Tells the domain on which operands the operation relies.
    pub(super) fn relies_on(&mut self, frame: &Frame, positions: &[usize], slow: &SlowOp) {
        if D::TRACKS {
            let operands = positions.iter().filter_map(|&position| slow.operands.get(position));
            let operands: Vec<_> = operands.map(|&register| self.register(frame, register)).collect();
            self.domain.relies_on(&operands);
        }
    }

    /// Sets a result with its shadow.
    pub(super) fn set(
        &mut self,
        frame: &mut Frame,
        result: Option<Register>,
        value: u128,
        shadow: D::Shadow,
    ) {
        if let Some(register) = result {
            write(frame, register, value);
            self.set_shadow(register.slot, shadow);
        }
    }

    fn checked_binary(
        &self,
        op: BinaryOp,
        no_signed_wrap: bool,
        ty: Type,
        a: u128,
        b: u128,
    ) -> Result<u128, FaultKind> {
        if ty.is_float() {
            return Ok(float::binary(op, ty, a, b));
        }
        // Without the option, marked operations never come here unless they are wide.
        if no_signed_wrap && self.overflow_faults && arith::overflows_signed(op, ty.bits(), a, b) {
            return Err(FaultKind::SignedOverflow);
        }
        wide::binary(op, ty.bits(), a, b).ok_or_else(|| arith::fault(op, ty.bits(), b))
    }

    fn binary_shadow(
        &mut self,
        frame: &Frame,
        slow: &SlowOp,
        (op, no_signed_wrap): (BinaryOp, bool),
        ty: Type,
        result: u128,
    ) -> D::Shadow {
        if !D::TRACKS {
            return D::Shadow::default();
        }
        let (a, b) = (self.register(frame, slow.operands[0]), self.register(frame, slow.operands[1]));
        let overflow_faults = no_signed_wrap && self.overflow_faults;
        self.domain.binary(&Binary { op, ty, a, b, result, overflow_faults })
    }

    fn slow_ptr_add(&mut self, frame: &mut Frame, slow: &SlowOp, scale: i64, offset: i64) {
        let base = self.register(frame, slow.operands[0]);
        let index = slow.operands.get(1).map(|&index| (self.register(frame, index), index.ty.bits()));
        let steps = index.map_or(0, |(index, width)| wide::signed(index.bits, width) as i64);
        let result =
            (base.bits as u64).wrapping_add(steps.wrapping_mul(scale) as u64).wrapping_add(offset as u64);
        let shadow = if D::TRACKS {
            self.domain.ptr_add(&PtrAdd { base, index, scale, offset, result })
        } else {
            D::Shadow::default()
        };
        self.set(frame, slow.results.first().copied(), u128::from(result), shadow);
    }

    /// `value` converted; pointers of four bytes by their images.
    fn slow_cast(
        &self,
        memory: &mut Memory,
        op: CastOp,
        (from, to): (Type, Type),
        value: u128,
    ) -> Result<u128, Stop> {
        Ok(match op {
            CastOp::PtrToInt => {
                let image = memory.image(value as u64).ok_or(Stop::MemoryLimit)?;
                u128::from(image) & wide::mask(to.bits())
            }
            CastOp::IntToPtr => u128::from(memory.pointer_of(value as u64)),
            _ => cast::cast(op, from, to, value),
        })
    }

    /// The address in `register`, with its shadow.
    fn address(&self, frame: &Frame, register: Register) -> Address<D::Shadow> {
        let operand = self.register(frame, register);
        Address { bits: operand.bits as u64, shadow: operand.shadow }
    }

    /// Tells the domain that `value` was written at the first operand.
    fn stored(&mut self, frame: &Frame, slow: &SlowOp, value: Register, memory: &Memory) {
        if D::TRACKS {
            let address = self.register(frame, slow.operands[0]);
            let written = self.register(frame, value);
            let (ty, bytes) = (value.ty, memory.size_of(value.ty));
            self.domain.store(&MemoryAccess { address, ty, bytes, value: written });
        }
    }

    fn atomic(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        op: AtomicOp,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let (address, ty) = (read(frame, slow.operands[0]) as u64, slow.operands[1].ty);
        let size = memory.size_of(ty);
        let Ok(old) = memory.read_value(address, ty) else {
            return self.atomic_at_register(frame, memory, slow, context, |_, old, value| {
                Some(updated(op, ty, old, value))
            });
        };
        let old = old & wide::mask(ty.bits());
        let new = updated(op, ty, old, read(frame, slow.operands[1]));
        memory.write_value(address, ty, new)?;
        if D::TRACKS {
            self.domain.overwritten(address, u64::from(size));
        }
        self.set(frame, slow.results.first().copied(), old, D::Shadow::default());
        Ok(())
    }

    fn compare_exchange(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let (address, ty) = (read(frame, slow.operands[0]) as u64, slow.operands[1].ty);
        let Ok(old) = memory.read_value(address, ty) else {
            return self.atomic_at_register(frame, memory, slow, context, |frame, old, expected| {
                (old == expected).then(|| read(frame, slow.operands[2]))
            });
        };
        let old = old & wide::mask(ty.bits());
        let success = old == read(frame, slow.operands[1]);
        if success {
            memory.write_value(address, ty, read(frame, slow.operands[2]))?;
            self.stored(frame, slow, slow.operands[2], memory);
        }
        self.set(frame, slow.results.first().copied(), old, D::Shadow::default());
        self.set(frame, slow.results.get(1).copied(), u128::from(success), D::Shadow::default());
        Ok(())
    }
}

/// Whether `predicate` holds on `width` bits.
pub(crate) fn int_holds(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    use IntPredicate as P;
    let (x, y) = (wide::signed(a, width), wide::signed(b, width));
    match predicate {
        P::Eq => a == b,
        P::Ne => a != b,
        P::Ugt => a > b,
        P::Uge => a >= b,
        P::Ult => a < b,
        P::Ule => a <= b,
        P::Sgt => x > y,
        P::Sge => x >= y,
        P::Slt => x < y,
        P::Sle => x <= y,
    }
}

/// What an atomic operation writes.
fn updated(op: AtomicOp, ty: Type, old: u128, value: u128) -> u128 {
    let width = ty.bits();
    let pick = |keep: IntPredicate| if int_holds(keep, width, old, value) { old } else { value };
    let int = |op| wide::binary(op, width, old, value).unwrap_or(0);
    match op {
        AtomicOp::Exchange => value,
        AtomicOp::Add => int(BinaryOp::Add),
        AtomicOp::Sub => int(BinaryOp::Sub),
        AtomicOp::And => old & value,
        AtomicOp::Nand => !(old & value) & wide::mask(width),
        AtomicOp::Or => old | value,
        AtomicOp::Xor => old ^ value,
        AtomicOp::Max => pick(IntPredicate::Sgt),
        AtomicOp::Min => pick(IntPredicate::Slt),
        AtomicOp::UMax => pick(IntPredicate::Ugt),
        AtomicOp::UMin => pick(IntPredicate::Ult),
        AtomicOp::FAdd => float::binary(BinaryOp::FAdd, ty, old, value),
        AtomicOp::FSub => float::binary(BinaryOp::FSub, ty, old, value),
    }
}

/// The sign of a float cleared.
pub(super) fn absolute(ty: Type, bits: u128) -> u128 {
    bits & !(1 << (ty.bits() - 1))
}

/// Rounds a float to an integer.
pub(super) fn rounded(ty: Type, bits: u128, how: rustc_apfloat::Round) -> u128 {
    use rustc_apfloat::Round as R;
    let round32 = |value: f32| match how {
        R::TowardZero => value.trunc(),
        R::TowardNegative => value.floor(),
        R::TowardPositive => value.ceil(),
        R::NearestTiesToAway => value.round(),
        R::NearestTiesToEven => value.round_ties_even(),
    };
    let round64 = |value: f64| match how {
        R::TowardZero => value.trunc(),
        R::TowardNegative => value.floor(),
        R::TowardPositive => value.ceil(),
        R::NearestTiesToAway => value.round(),
        R::NearestTiesToEven => value.round_ties_even(),
    };
    match ty {
        Type::F32 => u128::from(round32(f32::from_bits(bits as u32)).to_bits()),
        Type::F80 => float80::round(bits, how),
        _ => u128::from(round64(f64::from_bits(bits as u64)).to_bits()),
    }
}
