//! Decoding of instructions: a fast operation where one covers the types, else a slow one.

use super::decode::{Decoder, slots_of};
use super::fuse::plain_type;
use super::op::{DirectCall, FloatTest, Indexed, IntTest, Op, Select, SlowOp};
use super::{CallSite, HardwareAccess, NOWHERE, Target, fits};
use trine_base::index::TypedIndex;
use trine_ir::objects::LENGTH_OFFSET;
use trine_ir::{BinaryOp, Callee, CastOp, ClassKind, Inst, Intrinsic, ObjectOp, Op as IrOp, Type, Value};

impl Decoder<'_> {
    pub(super) fn instruction(&mut self, inst: &Inst) {
        if let IrOp::Call { callee, args } = &inst.op {
            self.call(callee, args, &inst.results);
        } else {
            if let Some(access) = self.hardware_access(inst) {
                self.code.hardware.insert(self.code.ops.len() as u32, access);
            }
            match self.fast(inst) {
                Some(op) => drop(self.emit(op)),
                None => self.slow(inst),
            }
        }
    }

    /// Whether `inst` may access hardware. Each of these is one operation.
    fn hardware_access(&self, inst: &Inst) -> Option<HardwareAccess> {
        let is_absolute = |pointer: &Value| self.absolute.contains(*pointer);
        match &inst.op {
            IrOp::Load { volatile: true, .. }
            | IrOp::Store { volatile: true, .. }
            | IrOp::AtomicUpdate { .. }
            | IrOp::CompareExchange { .. } => Some(HardwareAccess::Volatile),
            IrOp::Load { ptr, .. } | IrOp::Store { ptr, .. } => {
                is_absolute(ptr).then_some(HardwareAccess::Plain)
            }
            IrOp::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet, args) => {
                args.iter().take(2).any(is_absolute).then_some(HardwareAccess::Plain)
            }
            _ => None,
        }
    }

    fn fast(&mut self, inst: &Inst) -> Option<Op> {
        let result = inst.results.first().copied();
        match inst.op {
            IrOp::Binary { op, no_signed_wrap, a, b } => {
                let checked = no_signed_wrap && self.overflow_faults;
                if checked { None } else { self.binary(op, result?, a, b) }
            }
            IrOp::IntCompare(predicate, a, b) if !self.ty(a).is_wide() => {
                let test = IntTest::new(predicate, self.ty(a).bits());
                Some(Op::CompareInt { dst: self.slot(result?), a: self.slot(a), b: self.slot(b), test })
            }
            IrOp::FloatCompare(predicate, a, b) if self.ty(a) != Type::F80 => {
                let test = FloatTest { predicate, single: self.ty(a) == Type::F32 };
                Some(Op::CompareFloat { dst: self.slot(result?), a: self.slot(a), b: self.slot(b), test })
            }
            IrOp::Cast(op, value) => self.cast(op, value, result?),
            IrOp::Select { cond, then, otherwise } if !self.ty(then).is_wide() => Some(Op::Select {
                dst: self.slot(result?),
                cond: self.slot(cond),
                then: self.slot(then),
                otherwise: self.slot(otherwise),
            }),
            IrOp::PtrAdd { base, index, scale, offset } => self.ptr_add(result?, base, index, scale, offset),
            IrOp::Load { ptr, volatile: true } if !self.absolute.is_local(ptr) => None,
            IrOp::Load { ptr, .. } => self.load(ptr, result?),
            IrOp::Store { ptr, value, .. } => self.store(ptr, value),
            IrOp::Object(op, ref args) => self.object(op, args, result),
            IrOp::StackAlloc { size_bytes, count: None, .. } => {
                Some(Op::StackAlloc { dst: self.slot(result?), size: size_bytes })
            }
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, result: Value, a: Value, b: Value) -> Option<Op> {
        let ty = self.ty(result);
        if ty.is_wide() {
            return None;
        }
        let (dst, width, single) = (self.slot(result), ty.bits() as u8, ty == Type::F32);
        if op == BinaryOp::Add
            && let Some(bits) = self.constant(b)
            && let Ok(imm) = i32::try_from(sign_extend(bits as u64, u32::from(width)))
        {
            return Some(Op::AddImm { dst, a: self.slot(a), imm, width });
        }
        let (a, b) = (self.slot(a), self.slot(b));
        Some(match op {
            BinaryOp::Add => Op::Add { dst, a, b, width },
            BinaryOp::Sub => Op::Sub { dst, a, b, width },
            BinaryOp::Mul => Op::Mul { dst, a, b, width },
            BinaryOp::And => Op::And { dst, a, b, width },
            BinaryOp::Or => Op::Or { dst, a, b, width },
            BinaryOp::Xor => Op::Xor { dst, a, b, width },
            BinaryOp::Shl => Op::Shl { dst, a, b, width },
            BinaryOp::LShr => Op::LShr { dst, a, b, width },
            BinaryOp::AShr => Op::AShr { dst, a, b, width },
            BinaryOp::UDiv => Op::UDiv { dst, a, b, width },
            BinaryOp::SDiv => Op::SDiv { dst, a, b, width },
            BinaryOp::URem => Op::URem { dst, a, b, width },
            BinaryOp::SRem => Op::SRem { dst, a, b, width },
            BinaryOp::FAdd => Op::FAdd { dst, a, b, single },
            BinaryOp::FSub => Op::FSub { dst, a, b, single },
            BinaryOp::FMul => Op::FMul { dst, a, b, single },
            BinaryOp::FDiv => Op::FDiv { dst, a, b, single },
            BinaryOp::SDivWrap => Op::SDivWrap { dst, a, b, width },
            BinaryOp::SRemWrap => Op::SRemWrap { dst, a, b, width },
            BinaryOp::ShlMask => Op::ShlMask { dst, a, b, width },
            BinaryOp::LShrMask => Op::LShrMask { dst, a, b, width },
            BinaryOp::AShrMask => Op::AShrMask { dst, a, b, width },
            BinaryOp::FRem => return None,
        })
    }

    fn cast(&mut self, op: CastOp, value: Value, result: Value) -> Option<Op> {
        let (source, target) = (self.ty(value), self.ty(result));
        let is_image =
            matches!(op, CastOp::PtrToInt | CastOp::IntToPtr) && self.program.target.pointer_bytes == 4;
        if source.is_wide() || target.is_wide() || is_image {
            return None;
        }
        let (dst, src) = (self.slot(result), self.slot(value));
        let (from, to) = (source.bits() as u8, target.bits() as u8);
        Some(match op {
            CastOp::ZExt => Op::ZExt { dst, src, from, to },
            CastOp::SExt => Op::SExt { dst, src, from, to },
            CastOp::Trunc => Op::Trunc { dst, src, from, to },
            _ => Op::Cast { dst, src, op, from: source, to: target },
        })
    }

    fn ptr_add(
        &mut self,
        result: Value,
        base: Value,
        index: Option<Value>,
        scale: i64,
        offset: i64,
    ) -> Option<Op> {
        let dst = self.slot(result);
        let Some(index) = index else {
            return Some(Op::PtrAdd { dst, base: self.slot(base), offset });
        };
        let (scale, offset) = (i32::try_from(scale).ok()?, i32::try_from(offset).ok()?);
        let width = self.ty(index).bits() as u8;
        Some(Op::PtrAddIndex { dst, base: self.slot(base), index: self.slot(index), width, scale, offset })
    }

    fn load(&mut self, ptr: Value, result: Value) -> Option<Op> {
        let ty = self.ty(result);
        if !plain_type(ty, self.program.target.pointer_bytes) {
            return None;
        }
        let dst = self.slot(result);
        if let Some(at) = self.indexed(ptr, ty) {
            return Some(match ty.bits() {
                8 => Op::Load8Index { dst, at },
                16 => Op::Load16Index { dst, at },
                32 => Op::Load32Index { dst, at },
                _ => Op::Load64Index { dst, at },
            });
        }
        let (base, offset) = self.displaced(ptr);
        let base = self.slot(base);
        Some(match ty.bits() {
            8 => Op::Load8 { dst, base, offset, ty },
            16 => Op::Load16 { dst, base, offset, ty },
            32 => Op::Load32 { dst, base, offset, ty },
            _ => Op::Load64 { dst, base, offset, ty },
        })
    }

    fn store(&mut self, ptr: Value, value: Value) -> Option<Op> {
        let ty = self.ty(value);
        if !plain_type(ty, self.program.target.pointer_bytes) {
            return None;
        }
        let src = self.slot(value);
        if let Some(at) = self.indexed(ptr, ty) {
            return Some(match ty.bits() {
                8 => Op::Store8Index { src, at },
                16 => Op::Store16Index { src, at },
                32 => Op::Store32Index { src, at },
                _ => Op::Store64Index { src, at },
            });
        }
        let (base, offset) = self.displaced(ptr);
        let base = self.slot(base);
        Some(match ty.bits() {
            8 => Op::Store8 { src, base, offset, ty },
            16 => Op::Store16 { src, base, offset, ty },
            32 => Op::Store32 { src, base, offset, ty },
            _ => Op::Store64 { src, base, offset, ty },
        })
    }

    /// The indexed address folded into the access through `ptr`, if there is one.
    fn indexed(&mut self, ptr: Value, ty: Type) -> Option<Indexed> {
        match *self.fusion.of(self.function, ptr)? {
            IrOp::PtrAdd { base, index: Some(index), scale, offset } => {
                let width = self.ty(index).bits() as u8;
                let (base, index) = (self.slot(base), self.slot(index));
                Some(Indexed::new(base, index, width, scale as i16, offset as i32, ty))
            }
            _ => None,
        }
    }

    /// The base and displacement of the access through `ptr`.
    fn displaced(&self, ptr: Value) -> (Value, i32) {
        match self.fusion.of(self.function, ptr) {
            Some(&IrOp::PtrAdd { base, index: None, offset, .. }) => (base, offset as i32),
            _ => (ptr, 0),
        }
    }

    fn slow(&mut self, inst: &Inst) {
        let mut values = Vec::new();
        inst.op.for_each_operand(|value| values.push(value));
        let operands = self.registers(&values);
        let results = self.registers(&inst.results);
        self.code.slow.push(SlowOp { op: inst.op.clone(), results, operands });
        self.emit(Op::Slow { slow: self.code.slow.len() as u64 - 1 });
    }

    fn call(&mut self, callee: &Callee, args: &[Value], results: &[Value]) {
        let args = self.registers(args);
        let results = self.registers(results);
        let (target, fits) = match callee {
            Callee::Direct(id) => {
                let signature = &self.program.callables[*id].signature;
                let types: Vec<Type> = results.iter().map(|register| register.ty).collect();
                (Target::Direct(*id), fits(signature, args.iter().map(|arg| arg.ty), &types))
            }
            Callee::Indirect(pointer, signature) => {
                (Target::Indirect(self.slot(*pointer), signature.clone()), true)
            }
            Callee::Virtual { .. } => (Target::Virtual, true),
            Callee::Interface { interface, method, .. } => (Target::Interface(*interface, *method), true),
        };
        let receiver = args.first().map_or(0, |register: &super::op::Register| register.slot);
        let (slots, result_slots) = (slots_of(&args), slots_of(&results));
        let first_result = result_slots.first().map_or(NOWHERE, |&slot| u32::from(slot));
        let op_call = self.code.calls.len() as u32;
        let op = match target {
            Target::Direct(callee) if fits => Op::CallDirect { direct: DirectCall { call: op_call, callee } },
            Target::Interface(..) => {
                let cache = self.code.caches;
                self.code.caches += 1;
                Op::Call { select: Select::Interface, pointer: receiver, index: cache, call: op_call }
            }
            Target::Virtual => {
                let Callee::Virtual { slot, .. } = *callee else { return };
                Op::Call { select: Select::Virtual, pointer: receiver, index: slot, call: op_call }
            }
            _ => Op::Call { select: Select::Site, pointer: 0, index: 0, call: op_call },
        };
        self.code.calls.push(CallSite {
            target,
            args,
            slots,
            results,
            result_slots,
            first_result,
            frame_size: 0,
            fits,
            unwind: NOWHERE,
        });
        self.emit(op);
    }

    /// The fast form of an operation on objects.
    fn object(&mut self, op: ObjectOp, args: &[Value], result: Option<Value>) -> Option<Op> {
        match (op, args) {
            (ObjectOp::New(class), []) => {
                let ClassKind::Instance { size_bytes: size } = self.program.classes.get(class)?.kind else {
                    return None;
                };
                Some(Op::New { dst: self.slot(result?), class: class.0, size })
            }
            (ObjectOp::ArrayLength, &[array]) => {
                let (dst, base) = (self.slot(result?), self.slot(array));
                Some(Op::Load32 { dst, base, offset: LENGTH_OFFSET as i32, ty: Type::Int(32) })
            }
            (ObjectOp::ArrayLoad, &[array, index]) => {
                let ty = self.ty(result?);
                let (dst, array, index) = (self.slot(result?), self.slot(array), self.slot(index));
                Some(match ty.bits() {
                    8 => Op::ArrayLoad8 { dst, array, index, ty },
                    16 => Op::ArrayLoad16 { dst, array, index, ty },
                    32 => Op::ArrayLoad32 { dst, array, index, ty },
                    64 => Op::ArrayLoad64 { dst, array, index, ty },
                    _ => return None,
                })
            }
            (ObjectOp::ArrayStore, &[array, index, value]) => {
                let ty = self.ty(value);
                let (src, array, index) = (self.slot(value), self.slot(array), self.slot(index));
                Some(match ty.bits() {
                    8 => Op::ArrayStore8 { src, array, index, ty },
                    16 => Op::ArrayStore16 { src, array, index, ty },
                    32 => Op::ArrayStore32 { src, array, index, ty },
                    64 => Op::ArrayStore64 { src, array, index, ty },
                    _ => return None,
                })
            }
            (ObjectOp::TypeTest(class), &[object]) => {
                Some(Op::TypeTest { dst: self.slot(result?), src: self.slot(object), class: class.0 })
            }
            (ObjectOp::CheckCast(class), &[object]) => {
                Some(Op::CheckCast { src: self.slot(object), class: class.0 })
            }
            (ObjectOp::NullCheck, &[object]) => Some(Op::NullCheck { src: self.slot(object) }),
            (ObjectOp::Statics(class), []) => {
                let size = self.program.classes.get(class)?.static_bytes;
                Some(Op::Statics { dst: self.slot(result?), class: class.0, size })
            }
            (ObjectOp::EnsureInit(class), []) => Some(Op::EnsureInit { class: class.0 }),
            _ => None,
        }
    }

    /// Whether `value` is a constant that a comparison can carry.
    pub(super) fn immediate(&self, value: Value) -> Option<u32> {
        u32::try_from(self.constant(value)?).ok()
    }

    /// The first edge of a site.
    pub(super) fn first_edge(&self, site: trine_ir::SiteId) -> u32 {
        let _ = site.position();
        self.code.edges.first_edge(self.id, site).unwrap_or(0)
    }
}

/// `bits` of `width` bits as a signed number.
fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    (bits << shift) as i64 >> shift
}
