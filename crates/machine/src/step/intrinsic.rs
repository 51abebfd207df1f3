//! Intrinsics: what the machine does itself. See `trine_ir::Intrinsic` for operands.

use super::arith::wide;
use super::registers::BlockSource;
use super::session::{RunContext, read};
use super::slow::{Context, absolute, int_holds, rounded};
use super::{Frame, float};
use crate::code::op::SlowOp;
use crate::domain::{Domain, Operand};
use crate::fault::{FaultKind, Stop};
use crate::float80;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::shims::check_disjoint;
use rustc_apfloat::Round;
use trine_ir::{BinaryOp, IntPredicate, Intrinsic, Type};

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// Executes an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        frame: &mut Frame,
        memory: &mut Memory,
        slow: &SlowOp,
        intrinsic: Intrinsic,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let operand = |position: usize| slow.operands.get(position).map_or(0, |&r| read(frame, r));
        let (x, y, z) = (operand(0), operand(1), operand(2));
        if matches!(intrinsic, Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet) {
            self.relies_on(frame, &[0, 1, 2], slow);
        }
        if matches!(intrinsic, Intrinsic::LeadingZerosOfNonzero | Intrinsic::TrailingZerosOfNonzero) {
            self.relies_on(frame, &[0], slow);
            if x == 0 {
                return Err(FaultKind::ZeroCounted.into());
            }
        }
        if self.memory_intrinsic(memory, intrinsic, [x, y, z].map(|bits| bits as u64), context)? {
            self.tell_of_block(frame, slow, intrinsic);
            return Ok(());
        }
        let result = slow.results.first().copied();
        let ty = result.map_or(Type::Ptr, |register| register.ty);
        let from = slow.operands.first().map_or(ty, |register| register.ty);
        let (value, second) = match intrinsic {
            Intrinsic::LandingPad => {
                let part = |index: usize| context.thrown.get(index).copied().unwrap_or(0);
                (part(0), Some(part(1)))
            }
            Intrinsic::ObjectSize => (object_size(memory, x as u64, y & 1 != 0), None),
            Intrinsic::StackSave => (u128::from(memory.stack_mark()), None),
            Intrinsic::FrameAddress | Intrinsic::ReturnAddress => (0, None),
            Intrinsic::ThreadLocalAddress => (u128::from(memory.thread_local(x as u64)?), None),
            Intrinsic::AsLinked => (x, None),
            _ if ty.is_float() => (float_intrinsic(intrinsic, ty, x, y, z), None),
            Intrinsic::FpToSiSat | Intrinsic::FpToUiSat => {
                (clamped(intrinsic == Intrinsic::FpToSiSat, from, ty.bits(), x), None)
            }
            Intrinsic::IsFpClass => (u128::from(float_class(from, x) & y as u32 != 0), None),
            _ => int_intrinsic(intrinsic, ty.bits(), x, y, z),
        };
        let (mut shadow, mut of_second) = (D::Shadow::default(), D::Shadow::default());
        if D::TRACKS {
            let operands: Vec<Operand<D::Shadow>> =
                slow.operands.iter().map(|&register| self.register(frame, register)).collect();
            shadow = self.domain.intrinsic(intrinsic, ty, &operands, value);
            if let Some(second) = second {
                of_second = self.domain.overflow(intrinsic, &operands, ty, second != 0);
            }
        }
        self.set(frame, result, value, shadow);
        if let Some(second) = second {
            self.set(frame, slow.results.get(1).copied(), second, of_second);
        }
        Ok(())
    }

    /// Tells the domain of a block that was copied or set.
    fn tell_of_block(&mut self, frame: &Frame, slow: &SlowOp, intrinsic: Intrinsic) {
        if D::TRACKS
            && matches!(intrinsic, Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet)
            && let [to, from, length] = slow.operands[..3.min(slow.operands.len())]
        {
            let operands = [to, from, length].map(|register| self.register(frame, register));
            self.domain.block(intrinsic, operands);
        }
    }

    /// Intrinsics without a result; whether `intrinsic` is one.
    fn memory_intrinsic(
        &mut self,
        memory: &mut Memory,
        intrinsic: Intrinsic,
        [x, y, z]: [u64; 3],
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => {
                match memory.copy(x, y, z) {
                    Err(fault) => {
                        let at = (context.code, context.pc);
                        self.block_at_registers(memory, at, (x, BlockSource::Address(y), z), fault)?;
                    }
                    Ok(()) if intrinsic == Intrinsic::MemCopy => check_disjoint(x, y, z)?,
                    Ok(()) => {}
                }
                if D::TRACKS && z != 0 {
                    self.domain.copied(x, y, z);
                }
            }
            Intrinsic::MemSet => {
                if let Err(fault) = memory.fill(x, y as u8, z) {
                    let at = (context.code, context.pc);
                    self.block_at_registers(memory, at, (x, BlockSource::Byte(y as u8), z), fault)?;
                }
                if D::TRACKS && z != 0 {
                    self.domain.overwritten(x, z);
                }
            }
            Intrinsic::VaStart => {
                let _ = (context.code, context.function);
                self.va_start(memory, x, context.varargs)?;
            }
            Intrinsic::VaEnd | Intrinsic::Barrier => {}
            Intrinsic::VaCopy => {
                let bytes = if memory.pointer_bytes() == 4 { 4 } else { 24 };
                memory.copy(x, y, bytes)?;
                if D::TRACKS {
                    self.domain.copied(x, y, bytes);
                }
            }
            Intrinsic::StackRestore => memory.end_stack(x as u32),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Fills a `va_list` whose argument registers are used up, or that is a pointer.
    fn va_start(&mut self, memory: &mut Memory, list: u64, area: u64) -> Result<(), Stop> {
        if memory.pointer_bytes() == 4 {
            memory.write_pointer(list, area)?;
            if D::TRACKS {
                self.domain.overwritten(list, 4);
            }
            return Ok(());
        }
        memory.write_uint(list, 4, 48)?;
        memory.write_uint(list.wrapping_add(4), 4, 176)?;
        memory.write_uint(list.wrapping_add(8), 8, u128::from(area))?;
        memory.write_uint(list.wrapping_add(16), 8, u128::from(area))?;
        if D::TRACKS {
            self.domain.overwritten(list, 24);
        }
        Ok(())
    }
}

fn object_size(memory: &Memory, address: u64, minimum: bool) -> u128 {
    match memory.resolve(address).and_then(|(id, offset)| Some(memory.object(id)?.0 - offset)) {
        Some(size) => u128::from(size),
        None if minimum => 0,
        None => u128::from(u64::MAX),
    }
}

/// Integer intrinsics on `width` bits: the result, and the overflow bit of those that have one.
fn int_intrinsic(intrinsic: Intrinsic, width: u32, x: u128, y: u128, z: u128) -> (u128, Option<u128>) {
    use Intrinsic as I;
    let mask = wide::mask(width);
    let unused = 128 - width;
    let pick = |predicate| if int_holds(predicate, width, x, y) { x } else { y };
    let value = match intrinsic {
        I::CountOnes => u128::from(x.count_ones()),
        I::LeadingZeros | I::LeadingZerosOfNonzero => u128::from(x.leading_zeros() - unused),
        I::TrailingZeros | I::TrailingZerosOfNonzero => u128::from(x.trailing_zeros().min(width)),
        I::ByteSwap => x.swap_bytes() >> unused,
        I::BitReverse => x.reverse_bits() >> unused,
        I::FunnelShl => funnel_left(x, y, (z % u128::from(width)) as u32, width),
        I::FunnelShr => match (z % u128::from(width)) as u32 {
            0 => y,
            amount => funnel_left(x, y, width - amount, width),
        },
        I::Abs => (wide::signed(x, width).wrapping_abs() as u128) & mask,
        I::SMax => pick(IntPredicate::Sgt),
        I::SMin => pick(IntPredicate::Slt),
        I::UMax => pick(IntPredicate::Ugt),
        I::UMin => pick(IntPredicate::Ult),
        I::SAddSat | I::SSubSat | I::UAddSat | I::USubSat => saturated(intrinsic, width, x, y),
        _ => {
            let (value, overflow) = with_overflow(intrinsic, width, x, y);
            return (value, Some(u128::from(overflow)));
        }
    };
    (value & mask, None)
}

fn funnel_left(high: u128, low: u128, amount: u32, width: u32) -> u128 {
    if amount == 0 { high } else { (high << amount | low >> (width - amount)) & wide::mask(width) }
}

fn with_overflow(intrinsic: Intrinsic, width: u32, x: u128, y: u128) -> (u128, bool) {
    use Intrinsic as I;
    let op = match intrinsic {
        I::SAddOverflow | I::UAddOverflow | I::SAddSat | I::UAddSat => BinaryOp::Add,
        I::SSubOverflow | I::USubOverflow | I::SSubSat | I::USubSat => BinaryOp::Sub,
        _ => BinaryOp::Mul,
    };
    let value = wide::binary(op, width, x, y).unwrap_or(0);
    let signed =
        matches!(intrinsic, I::SAddOverflow | I::SSubOverflow | I::SMulOverflow | I::SAddSat | I::SSubSat);
    let overflow = if signed {
        super::arith::overflows_signed(op, width, x, y)
    } else {
        match op {
            BinaryOp::Add => x.checked_add(y).is_none_or(|sum| sum > wide::mask(width)),
            BinaryOp::Sub => x < y,
            _ => x.checked_mul(y).is_none_or(|product| product > wide::mask(width)),
        }
    };
    (value, overflow)
}

fn saturated(intrinsic: Intrinsic, width: u32, x: u128, y: u128) -> u128 {
    use Intrinsic as I;
    let (value, overflow) = with_overflow(intrinsic, width, x, y);
    let negative = wide::signed(x, width) < 0;
    let smallest = 1u128 << (width - 1);
    match intrinsic {
        _ if !overflow => value,
        I::UAddSat => wide::mask(width),
        I::USubSat => 0,
        // A signed sum or difference overflows in the direction of its left operand.
        _ if negative => smallest,
        _ => smallest - 1,
    }
}

/// Float intrinsics with a float result.
fn float_intrinsic(intrinsic: Intrinsic, ty: Type, x: u128, y: u128, z: u128) -> u128 {
    use Intrinsic as I;
    match intrinsic {
        I::FAbs => absolute(ty, x),
        I::CopySign => absolute(ty, x) | y & 1 << (ty.bits() - 1),
        I::Sqrt if ty == Type::F32 => u128::from(f32::from_bits(x as u32).sqrt().to_bits()),
        I::Sqrt if ty == Type::F80 => float80::sqrt(x),
        I::Sqrt => float::from_f64(ty, float::to_f64(ty, x).sqrt()),
        I::Floor => rounded(ty, x, Round::TowardNegative),
        I::Ceil => rounded(ty, x, Round::TowardPositive),
        I::FTrunc => rounded(ty, x, Round::TowardZero),
        I::Round => rounded(ty, x, Round::NearestTiesToAway),
        I::RoundEven => rounded(ty, x, Round::NearestTiesToEven),
        I::FusedMulAdd => fused_multiply_add(ty, x, y, z),
        I::FMin | I::FMax => float_extreme(ty, intrinsic == I::FMin, x, y),
        // Every other intrinsic has an integer or pointer result.
        _ => 0,
    }
}

fn fused_multiply_add(ty: Type, x: u128, y: u128, z: u128) -> u128 {
    match ty {
        Type::F32 => {
            let [x, y, z] = [x, y, z].map(|bits| f32::from_bits(bits as u32));
            u128::from(x.mul_add(y, z).to_bits())
        }
        Type::F80 => float80::fused_multiply_add(x, y, z),
        _ => {
            let [x, y, z] = [x, y, z].map(|bits| f64::from_bits(bits as u64));
            u128::from(x.mul_add(y, z).to_bits())
        }
    }
}

/// The smaller or larger operand; the other one when one is NaN; -0 is below +0.
fn float_extreme(ty: Type, smaller: bool, x: u128, y: u128) -> u128 {
    use std::cmp::Ordering::{Equal, Less};
    let x_is_nan = float::compare(ty, x, x).is_none();
    match float::compare(ty, x, y) {
        None => {
            if x_is_nan {
                y
            } else {
                x
            }
        }
        Some(Equal) => {
            let x_negative = x >> (ty.bits() - 1) != 0;
            if x_negative == smaller { x } else { y }
        }
        Some(order) => {
            if (order == Less) == smaller {
                x
            } else {
                y
            }
        }
    }
}

/// Float to integer, clamped; NaN is 0.
fn clamped(signed: bool, from: Type, width: u32, bits: u128) -> u128 {
    let value = float::to_f64(from, bits);
    let mask = wide::mask(width);
    if signed {
        let limit = wide::signed(1 << (width - 1), width);
        (value as i128).clamp(limit, !limit) as u128 & mask
    } else {
        (value as u128).min(mask)
    }
}

/// The bit of `llvm.is.fpclass` that `bits` belongs to.
fn float_class(ty: Type, bits: u128) -> u32 {
    let value = float::to_f64(ty, bits);
    let negative = bits >> (ty.bits() - 1) & 1 != 0;
    let (smallest_normal, quiet) = match ty {
        Type::F32 => (f64::from(f32::MIN_POSITIVE), bits >> 22 & 1 != 0),
        Type::F80 => (f64::MIN_POSITIVE, bits >> 62 & 1 != 0),
        _ => (f64::MIN_POSITIVE, bits >> 51 & 1 != 0),
    };
    let zero = absolute(ty, bits) == 0;
    let subnormal = if ty == Type::F80 { bits >> 64 & 0x7FFF == 0 } else { value.abs() < smallest_normal };
    let infinite = value.is_infinite() && (ty != Type::F80 || bits >> 64 & 0x7FFF == 0x7FFF);
    match () {
        () if value.is_nan() => 1 << u32::from(quiet),
        () if infinite => 1 << if negative { 2 } else { 9 },
        () if zero => 1 << if negative { 5 } else { 6 },
        () if subnormal => 1 << if negative { 4 } else { 7 },
        () => 1 << if negative { 3 } else { 8 },
    }
}
