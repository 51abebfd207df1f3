//! Invariant 5: the types of operands and results, one rule per operation.

use super::{Report, intrinsics, objects};
use crate::function::Function;
use crate::ids::FuncId;
use crate::ids::Value;
use crate::instruction::{AtomicOp, BinaryOp, Callee, CastOp, Inst, Op};
use crate::types::{Signature, Type};

/// Every instruction fits its operation's rule.
pub(super) fn check<'s>(
    function: &Function,
    signature_of: &impl Fn(FuncId) -> Option<&'s Signature>,
    report: &mut Report,
) {
    for (block, data) in function.blocks.iter_enumerated() {
        for (position, inst) in data.insts.iter().enumerate() {
            report.at(block, Some(position));
            let types =
                Types { function, results: inst.results.iter().map(|&v| function.type_of(v)).collect() };
            if let Err(message) = types.check(inst, signature_of) {
                report.add(message);
            }
        }
    }
}

type Rule = Result<(), String>;

/// The types around one instruction.
struct Types<'f> {
    function: &'f Function,
    results: Vec<Type>,
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Rule {
    if holds { Ok(()) } else { Err(message()) }
}

impl Types<'_> {
    fn of(&self, value: Value) -> Type {
        self.function.type_of(value)
    }

    fn check<'s>(&self, inst: &Inst, signature_of: &impl Fn(FuncId) -> Option<&'s Signature>) -> Rule {
        match &inst.op {
            Op::Binary { op, no_signed_wrap, a, b } => self.binary(*op, *no_signed_wrap, *a, *b),
            Op::FloatNeg(a) => {
                self.expect(*a, Type::is_float, "a float")?;
                self.gives(&[self.of(*a)])
            }
            Op::IntCompare(_, a, b) => {
                self.expect(*a, |ty| ty.is_int() || ty == Type::Ptr, "an integer or pointer")?;
                self.same(*a, *b)?;
                self.gives(&[Type::BOOL])
            }
            Op::FloatCompare(_, a, b) => {
                self.expect(*a, Type::is_float, "a float")?;
                self.same(*a, *b)?;
                self.gives(&[Type::BOOL])
            }
            Op::Cast(cast, a) => self.cast(*cast, *a),
            Op::Select { cond, then, otherwise } => {
                self.expect(*cond, |ty| ty == Type::BOOL, "i1")?;
                self.same(*then, *otherwise)?;
                self.gives(&[self.of(*then)])
            }
            Op::PtrAdd { base, index, .. } => {
                self.pointer(*base)?;
                if let Some(index) = index {
                    self.expect(
                        *index,
                        |ty| ty.is_int() && ty.bits() <= 64,
                        "an integer of at most 64 bits",
                    )?;
                }
                self.gives(&[Type::Ptr])
            }
            Op::Load { ptr, .. } => {
                self.pointer(*ptr)?;
                let count = self.results.len();
                ensure(count == 1, || format!("a load has one result, not {count}"))
            }
            Op::Store { ptr, .. } => {
                self.pointer(*ptr)?;
                self.gives(&[])
            }
            Op::StackAlloc { count, align_bytes, .. } => {
                if let Some(count) = count {
                    self.expect(*count, Type::is_int, "an integer")?;
                }
                ensure(align_bytes.is_power_of_two(), || {
                    format!("the alignment {align_bytes} is no power of two")
                })?;
                self.gives(&[Type::Ptr])
            }
            Op::Call { callee: Callee::Direct(callee), args } => match signature_of(*callee) {
                Some(signature) => self.call(signature, args),
                None => Ok(()),
            },
            Op::Call { callee: Callee::Indirect(target, signature), args } => {
                self.pointer(*target)?;
                self.call(signature, args)
            }
            Op::Call { callee: Callee::Virtual { signature, .. }, args }
            | Op::Call { callee: Callee::Interface { signature, .. }, args } => {
                let receiver = signature.params.first().map(|param| param.ty);
                ensure(receiver == Some(Type::Ptr), || {
                    "the method does not take its object first".to_owned()
                })?;
                self.call(signature, args)
            }
            Op::Object(op, args) => {
                let args: Vec<Type> = args.iter().map(|&arg| self.of(arg)).collect();
                let (name, results) = (op.name(), &self.results);
                ensure(objects::fits(*op, &args, results), || {
                    format!("object.{name} does not take {args:?} to {results:?}")
                })
            }
            Op::Intrinsic(intrinsic, args) => {
                let args: Vec<Type> = args.iter().map(|&arg| self.of(arg)).collect();
                let (name, results) = (intrinsic.name(), &self.results);
                ensure(intrinsics::fits(*intrinsic, &args, results), || {
                    format!("intrinsic.{name} does not take {args:?} to {results:?}")
                })
            }
            Op::AtomicUpdate { op, ptr, value } => {
                self.pointer(*ptr)?;
                match op {
                    AtomicOp::Exchange => {}
                    AtomicOp::FAdd | AtomicOp::FSub => self.expect(*value, Type::is_float, "a float")?,
                    _ => self.expect(*value, |ty| ty.is_int() || ty == Type::Ptr, "an integer or pointer")?,
                }
                self.gives(&[self.of(*value)])
            }
            Op::CompareExchange { ptr, expected, replacement } => {
                self.pointer(*ptr)?;
                self.same(*expected, *replacement)?;
                self.gives(&[self.of(*expected), Type::BOOL])
            }
        }
    }

    fn expect(&self, value: Value, holds: impl Fn(Type) -> bool, what: &str) -> Rule {
        let ty = self.of(value);
        ensure(holds(ty), || format!("{value} is {ty} but must be {what}"))
    }

    fn pointer(&self, value: Value) -> Rule {
        self.expect(value, |ty| ty == Type::Ptr, "ptr")
    }

    fn same(&self, a: Value, b: Value) -> Rule {
        let (ta, tb) = (self.of(a), self.of(b));
        ensure(ta == tb, || format!("{a}: {ta} and {b}: {tb} must have one type"))
    }

    fn gives(&self, asked: &[Type]) -> Rule {
        let given = &self.results;
        ensure(given == asked, || format!("the results are {given:?} but must be {asked:?}"))
    }

    fn binary(&self, op: BinaryOp, no_signed_wrap: bool, a: Value, b: Value) -> Rule {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        if matches!(op, FAdd | FSub | FMul | FDiv | FRem) {
            self.expect(a, Type::is_float, "a float")?;
            ensure(!no_signed_wrap, || "a float operation cannot be nsw".to_owned())?;
        } else {
            self.expect(a, Type::is_int, "an integer")?;
        }
        if matches!(op, BinaryOp::ShlMask | BinaryOp::LShrMask | BinaryOp::AShrMask) {
            let power = |ty: Type| ty.bits().is_power_of_two();
            self.expect(a, power, "an integer whose width is a power of two")?;
        }
        self.same(a, b)?;
        self.gives(&[self.of(a)])
    }

    fn cast(&self, cast: CastOp, a: Value) -> Rule {
        let from = self.of(a);
        let [to] = self.results[..] else { return self.gives(&[from]) };
        let ints = from.is_int() && to.is_int();
        let floats = from.is_float() && to.is_float();
        let fits = match cast {
            CastOp::Trunc => ints && from.bits() > to.bits(),
            CastOp::ZExt | CastOp::SExt => ints && from.bits() < to.bits(),
            CastOp::FpToUi | CastOp::FpToSi => from.is_float() && to.is_int(),
            CastOp::UiToFp | CastOp::SiToFp => from.is_int() && to.is_float(),
            CastOp::FpTrunc => floats && from.bits() > to.bits(),
            CastOp::FpExt => floats && from.bits() < to.bits(),
            CastOp::PtrToInt => from == Type::Ptr && to.is_int(),
            CastOp::IntToPtr => from.is_int() && to == Type::Ptr,
            CastOp::Bitcast => from.bits() == to.bits() && (from == Type::Ptr) == (to == Type::Ptr),
        };
        ensure(fits, || format!("{} does not take {from} to {to}", cast.name()))
    }

    fn call(&self, signature: &Signature, args: &[Value]) -> Rule {
        let (given, asked) = (args.len(), signature.params.len());
        ensure(given == asked || (signature.variadic && given > asked), || {
            format!("the call has {given} arguments for {asked} parameters")
        })?;
        for (&arg, param) in args.iter().zip(&signature.params) {
            self.expect(arg, |ty| ty == param.ty, &param.ty.to_string())?;
        }
        self.gives(&signature.returns)
    }
}
